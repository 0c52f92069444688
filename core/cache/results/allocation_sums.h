#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// Sums of hits and look-ups of one level. rate = hits / lookups / hit_unit, undefined without look-ups.
struct LevelSums {
    std::uint64_t hits = 0; ///< units of 2^-24
    std::uint64_t lookups = 0;
    std::uint64_t cold = 0;         ///< look-ups of lines never used before
    std::uint64_t distance_sum = 0; ///< over look-ups that are not cold
    std::uint64_t conflict = 0;     ///< misses; where a model explains them
    friend bool operator==(const LevelSums&, const LevelSums&) = default;
};

/// One row of the table of allocations.
struct AllocationSums {
    std::uint64_t requests = 0; ///< requests with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< 32 B sectors of those, after coalescing
    LevelSums l1; ///< SDCM: look-ups of lines of this allocation (vertex look-ups of faces included)
    LevelSums l2;
    friend bool operator==(const AllocationSums&, const AllocationSums&) = default;
};

LevelSums& operator+=(LevelSums& sums, const LevelSums& more);
LevelSums& operator-=(LevelSums& sums, const LevelSums& less);
AllocationSums& operator+=(AllocationSums& sums, const AllocationSums& more);
AllocationSums& operator-=(AllocationSums& sums, const AllocationSums& less);

/// Element by element, for as many as `from` has.
inline void add_sums(std::span<const LevelSums> from, std::span<LevelSums> to) {
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] += from[i];
}

} // namespace hitmap
