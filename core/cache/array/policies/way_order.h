#pragma once

#include <bit>
#include <cstdint>

namespace hitmap {

/// The ways of a set with at most 16 ways, ordered by their last use. One word holds four bits per way, with
/// the most recently used way in the lowest bits.
class WayOrder {
public:
    static constexpr std::uint64_t most_ways = 16;

    /// Makes `way` the most recently used.
    void touch(std::uint32_t way) {
        const std::uint64_t differs = order_ ^ (each * way); // the four bits that equal `way` become zero
        // The lowest zero that this test finds is exact, since borrows only affect higher places.
        const std::uint64_t zeros = (differs - each) & ~differs & (each << 3);
        const int at = std::countr_zero(zeros) & ~3;
        const std::uint64_t older = (~std::uint64_t{0} << at) << 4;
        const std::uint64_t newer = ~(~std::uint64_t{0} << at);
        order_ = (order_ & older) | (order_ & newer) << 4 | way;
    }
    /// Returns the least recently used of the first `ways` ways.
    [[nodiscard]] std::uint32_t oldest(std::uint64_t ways) const {
        return static_cast<std::uint32_t>(order_ >> (4 * (ways - 1)) & 15);
    }

private:
    static constexpr std::uint64_t each = 0x1111111111111111; ///< 1 in each group of four bits

    std::uint64_t order_ = 0xfedcba9876543210; ///< way 0 is the most recently used
};

} // namespace hitmap
