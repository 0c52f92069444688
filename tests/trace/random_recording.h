#pragma once

#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A recording in memory, which is written and compared with what is read.
struct MemoryRecording {
    RecordingInfo info; ///< without launches and counts, as in RecordingSink::begin
    RecordedScene scene;
    bool has_scene = false;
    std::vector<Launch> launches;
    std::vector<Request> requests;
    std::vector<LaneTagRun> tags;           ///< first_request: number of requests added before
    std::vector<BlockExecution> executions; ///< request: number of requests added before
    RayEvents rays;                         ///< the same
};

/// Every field is random within the limits of the format.
[[nodiscard]] MemoryRecording random_recording(std::uint64_t seed, std::size_t requests);
/// A box tree over an uneven grid of triangles with loads of boxes, faces and vertices, for which the coding
/// of addresses is designed.
[[nodiscard]] MemoryRecording grid_recording(std::uint32_t side, std::size_t requests);

/// Adds basic blocks and up to `executions` random events of them.
void add_random_executions(MemoryRecording& recording, std::uint64_t seed, std::size_t executions);

/// Adds places of rays and `events` random ray events of them, some of which have regular rays and some any
/// bits, also those of NaN, infinities and denormals.
void add_random_rays(MemoryRecording& recording, std::uint64_t seed, std::size_t events);

/// Whether the events are the same, and what their lanes have is the same bit for bit.
[[nodiscard]] bool same_rays(const RayEvents& a, const RayEvents& b);

/// Makes the recording one of warps of `lanes` lanes: the other lanes are removed, and lane 0 takes the place
/// of those that would have none.
void narrow_warps(MemoryRecording& recording, std::uint32_t lanes);

void write(const MemoryRecording& recording, RecordingSink& sink);
[[nodiscard]] std::vector<std::byte>
to_bytes(const MemoryRecording& recording, const HmtWriteOptions& options, class ThreadPool* pool = nullptr);

} // namespace hitmap
