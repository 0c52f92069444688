#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>

namespace hitmap {

/// Estimates the memory in bytes that a recording takes while it is open: the model at its largest, the
/// profile, and the index of pixels if the recording has an image and the machine has memory for it.
/// @param hierarchy  whether the hierarchy model was chosen; it is simulated anyway if the other one cannot
/// count
[[nodiscard]] std::uint64_t opening_memory(const HmtFile& file, bool hierarchy);
/// Returns whether a recording with an index of its pixels takes at most `limit` bytes.
[[nodiscard]] bool pixel_index_fits(const HmtFile& file, bool hierarchy, std::uint64_t limit);
/// Returns whether an open recording and a copy of its requests (RequestsBySm) take at most `limit` bytes.
[[nodiscard]] bool copy_of_requests_fits(const HmtFile& file, bool hierarchy, std::uint64_t limit);
/// Returns whether the stack distance cache model can count what the recording has: accesses of elements of a
/// scene.
[[nodiscard]] bool any_model_counts(const RecordingInfo& info);
/// The memory of this machine in bytes, or less if a limit is set for this process. If it is not known,
/// any_memory.
[[nodiscard]] std::uint64_t machine_memory();

} // namespace hitmap
