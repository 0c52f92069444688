#pragma once

#include "core/jobs/progress.h"
#include "core/profile/live/kept_distances.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The hit rate of a cache of some capacity.
struct CapacityRate {
    std::uint64_t capacity = 0; ///< bytes
    double rate = 0.0;
};

/// Returns the hit rate of all counted look-ups of a level over the capacity, in eight steps per power of two
/// from `first` to `last` bytes. Distances from 4096 on are those of the middle of their ReuseHistogram::Bin.
/// Empty without look-ups. Throws Cancelled.
/// @param ways  a cache of fewer lines has as many ways as lines; 0: all are fully associative
[[nodiscard]] std::vector<CapacityRate> rates_over_capacity(const KeptDistances& kept, std::size_t level,
                                                            std::uint64_t ways, std::uint64_t first,
                                                            std::uint64_t last, const JobContext& job = {});

} // namespace hitmap
