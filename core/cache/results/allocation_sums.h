#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// Sums of the hits and look-ups of one level. The hit rate is hits / lookups / hit_unit; it is undefined
/// without look-ups.
struct LevelSums {
    std::uint64_t hits = 0; ///< in units of 2^-24
    std::uint64_t lookups = 0;
    std::uint64_t cold = 0;         ///< first look-ups of a line
    std::uint64_t distance_sum = 0; ///< over all look-ups that are not cold
    std::uint64_t conflict = 0;     ///< conflict misses, if the model explains misses
    friend bool operator==(const LevelSums&, const LevelSums&) = default;
};

/// One row of the table of allocations.
struct AllocationSums {
    std::uint64_t requests = 0; ///< requests with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< 32 B sectors of these requests, after coalescing
    LevelSums l1; ///< SDCM: look-ups of lines of this allocation, including vertex look-ups of faces
    LevelSums l2;
    friend bool operator==(const AllocationSums&, const AllocationSums&) = default;
};

LevelSums& operator+=(LevelSums& sums, const LevelSums& more);
LevelSums& operator-=(LevelSums& sums, const LevelSums& less);
AllocationSums& operator+=(AllocationSums& sums, const AllocationSums& more);
AllocationSums& operator-=(AllocationSums& sums, const AllocationSums& less);

/// Adds the elements of `from` to the first elements of `to`.
inline void add_sums(std::span<const LevelSums> from, std::span<LevelSums> to) {
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] += from[i];
}

} // namespace hitmap
