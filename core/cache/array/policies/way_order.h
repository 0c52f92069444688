#pragma once

#include <bit>
#include <cstdint>

namespace hitmap {

/// The ways of a set, 16 at most, from the one used last to the one used longest ago: in one word, four bits
/// a way, the newest one lowest.
class WayOrder {
public:
    static constexpr std::uint64_t most_ways = 16;

    /// `way` is the newest now.
    void touch(std::uint32_t way) {
        const std::uint64_t differs = order_ ^ (each * way); // a place of four zero bits has the way
        // The lowest place with a zero is exact: no borrow has come by before.
        const std::uint64_t zeros = (differs - each) & ~differs & (each << 3);
        const int at = std::countr_zero(zeros) & ~3;
        const std::uint64_t older = (~std::uint64_t{0} << at) << 4;
        const std::uint64_t newer = ~(~std::uint64_t{0} << at);
        order_ = (order_ & older) | (order_ & newer) << 4 | way;
    }
    /// Of so many ways.
    [[nodiscard]] std::uint32_t oldest(std::uint64_t ways) const {
        return static_cast<std::uint32_t>(order_ >> (4 * (ways - 1)) & 15);
    }

private:
    static constexpr std::uint64_t each = 0x1111111111111111;

    std::uint64_t order_ = 0xfedcba9876543210; ///< way 0 is the newest
};

} // namespace hitmap
