#pragma once

#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A recording in memory, to be written and compared with what is read back.
struct MemoryRecording {
    RecordingInfo info; ///< without launches and counts, as RecordingSink::begin takes it
    RecordedScene scene;
    bool has_scene = false;
    std::vector<Launch> launches;
    std::vector<Request> requests;
    std::vector<LaneTagRun> tags; ///< first_request: how many requests were added before
};

/// Every field random, within what the format allows.
[[nodiscard]] MemoryRecording random_recording(std::uint64_t seed, std::size_t requests);
/// A box tree over a bumpy grid of triangles with its box, face and vertex loads: what predictions are for.
[[nodiscard]] MemoryRecording grid_recording(std::uint32_t side, std::size_t requests);

void write(const MemoryRecording& recording, RecordingSink& sink);
[[nodiscard]] std::vector<std::byte>
to_bytes(const MemoryRecording& recording, const HmtWriteOptions& options, class ThreadPool* pool = nullptr);

} // namespace hitmap
