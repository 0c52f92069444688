#pragma once

#include "core/cache/results/hit_unit.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// Sums of the hits and look-ups of one level. The hit rate is hit_count() / lookups; it is undefined without
/// look-ups.
struct LevelSums {
    std::uint64_t hits = 0; ///< in units of 2^-24
    std::uint64_t lookups = 0;
    std::uint64_t cold = 0;         ///< first look-ups of a line
    std::uint64_t distance_sum = 0; ///< over all look-ups that are not cold
    std::uint64_t conflict = 0;     ///< conflict misses, if the model explains misses
    /// Hits beyond `hits`. Only sums that another tool recorded as floats have such a rest, which keeps them
    /// to the last bit: a float below 1/2 is no multiple of the unit. Those of the cache models are 0.
    double rest = 0.0;
    friend bool operator==(const LevelSums&, const LevelSums&) = default;

    [[nodiscard]] constexpr double hit_count() const { return static_cast<double>(hits) / hit_unit + rest; }
    [[nodiscard]] constexpr double miss_count() const {
        return static_cast<double>(lookups * hit_unit - hits) / hit_unit - rest;
    }
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
