#pragma once

#include "core/analysis/groups/face_surface.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Connected sets of faces with many misses per area. Each has its face slots in rising order; the sets are
/// in the order of their first faces. worst_regions() describes how they are found.
/// @param misses  [face slots] units of 2^-24, 0 for padding
/// Throws Cancelled.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> face_patches(const FaceSurface& surface,
                                                                   std::span<const std::uint64_t> misses,
                                                                   double largest_share,
                                                                   const JobContext& job = {});

} // namespace hitmap
