#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Divides the elements of a kind into clusters. Starting with all of them, one with more than a share of
/// all misses is divided at the middle of the longest side of the bounds of its elements' centres, which are
/// those of their own bounds, until none has more or all its centres are in one point.
/// @param kind    has geometry
/// @param misses  [elements] in any unit; 0 for padding
/// @param largest_share  of a cluster that is not divided
/// @returns for each cluster with misses its elements in ascending order, without padding. Throws Cancelled.
[[nodiscard]] std::vector<std::vector<std::uint32_t>>
element_clusters(const RecordedScene& scene, ElementKindId kind, std::span<const std::uint64_t> misses,
                 double largest_share, const JobContext& job = {});

} // namespace hitmap
