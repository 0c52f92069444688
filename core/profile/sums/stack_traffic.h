#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// Accesses of lanes to local memory, where ray tracers store the traversal stack. A sector is shared equally
/// by the 1 to 8 lanes that access it. Sums count in units in which such shares are whole numbers. Therefore
/// they are exact in any order, and the sums of all rays add up to those of the allocation.
struct StackSums {
    static constexpr std::uint64_t unit = 840; ///< units per sector: divisible by 1 to 8

    std::uint64_t accesses = 0; ///< number of active lanes in all requests
    std::uint64_t sectors = 0;  ///< in units, like all sums below
    std::uint64_t l1_hits = 0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t l2_lookups = 0; ///< look-ups of L1 load misses and of write-backs of L1

    StackSums& operator+=(const StackSums& more);
    friend bool operator==(const StackSums&, const StackSums&) = default;
};

/// The rays of one pixel that have the same kind and bounce.
struct StackRay {
    std::uint32_t pixel = 0; ///< work item
    std::uint8_t kind = 0;   ///< see LaneTag
    std::uint8_t bounce = 0;
    StackSums sums{};
    friend bool operator==(const StackRay&, const StackRay&) = default;
};

/// Stack traffic by ray.
struct StackTraffic {
    std::vector<StackRay> rays; ///< rays that lane tags name, sorted by pixel, kind and bounce
    StackSums untagged;         ///< traffic of lanes without a tag

    [[nodiscard]] StackSums total() const;
    /// Returns the sums by kind and bounce; their `pixel` is 0.
    [[nodiscard]] std::vector<StackRay> kinds() const;
    /// Returns the sum over all rays of one pixel.
    [[nodiscard]] StackSums pixel(std::uint32_t pixel) const;
    /// Returns [pixels] the sum over all rays of each pixel.
    [[nodiscard]] std::vector<StackSums> pixels(std::uint64_t count) const;
    [[nodiscard]] std::uint64_t memory_bytes() const { return rays.capacity() * sizeof(StackRay); }
    friend bool operator==(const StackTraffic&, const StackTraffic&) = default;
};

} // namespace hitmap
