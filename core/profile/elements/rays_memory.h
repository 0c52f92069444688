#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap {

/// Estimates the memory of mean_over_rays() in bytes, besides reading. Throws Error (allocations of elements
/// overlap).
[[nodiscard]] std::uint64_t estimate_rays_bytes(const RecordingInfo& info);

} // namespace hitmap
