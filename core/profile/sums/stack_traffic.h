#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// What lanes ask for in local memory, where ray tracers have the stack of a traversal. Sectors are shared
/// equally by the 1 to 8 lanes that ask for them, so they count in units in which such shares are whole
/// numbers: sums are exact in any order, and those of rays add up to those of the allocation.
struct StackSums {
    static constexpr std::uint64_t unit = 840; ///< of one sector: divisible by 1 to 8

    std::uint64_t accesses = 0; ///< of lanes: how often one was active in a request
    std::uint64_t sectors = 0;  ///< units, as are those that follow
    std::uint64_t l1_hits = 0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t l2_lookups = 0; ///< of L1's load misses and of what it writes back

    StackSums& operator+=(const StackSums& more);
    friend bool operator==(const StackSums&, const StackSums&) = default;
};

/// Rays of a pixel that are of one kind and bounce.
struct StackRay {
    std::uint32_t pixel = 0; ///< work item
    std::uint8_t kind = 0;   ///< as in LaneTag
    std::uint8_t bounce = 0;
    StackSums sums{};
    friend bool operator==(const StackRay&, const StackRay&) = default;
};

/// Whose stack went through the caches.
struct StackTraffic {
    std::vector<StackRay> rays; ///< that lane tags name, by pixel, kind and bounce
    StackSums untagged;         ///< of lanes without a tag

    [[nodiscard]] StackSums total() const;
    /// By kind and bounce; `pixel` of them is 0.
    [[nodiscard]] std::vector<StackRay> kinds() const;
    /// Of all rays of one pixel.
    [[nodiscard]] StackSums pixel(std::uint32_t pixel) const;
    /// [pixels] of all rays of the pixel.
    [[nodiscard]] std::vector<StackSums> pixels(std::uint64_t count) const;
    [[nodiscard]] std::uint64_t memory_bytes() const { return rays.capacity() * sizeof(StackRay); }
    friend bool operator==(const StackTraffic&, const StackTraffic&) = default;
};

} // namespace hitmap
