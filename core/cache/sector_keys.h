#pragma once

#include "core/cache/coalesced_requests.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Collects the sectors of one request, not yet sorted: neighbours that are equal become one key, and no
/// branch depends on where they lie. Small, so that it stays in registers.
class SectorKeys {
public:
    /// `keys` has room for all that is added and for one more, in front.
    explicit SectorKeys(std::uint64_t* keys) : last_(keys), begin_(keys + 1) {}
    /// `sector`: address / bytes of a sector.
    void add(std::uint64_t sector) {
        last_ += sector != present_ ? 1 : 0;
        present_ = sector;
        *last_ = sector;
    }
    [[nodiscard]] std::span<std::uint64_t> keys() const {
        return {begin_, static_cast<std::size_t>(last_ + 1 - begin_)};
    }

private:
    std::uint64_t* last_;
    std::uint64_t* begin_;
    std::uint64_t present_ = ~std::uint64_t{0}; ///< added last: no sector has this number
};

/// Comparisons of Batcher's odd-even merge sort of so many keys, a power of two (Knuth, vol. 3, 5.3.4).
template <std::size_t count>
[[nodiscard]] constexpr auto sorting_network() {
    struct Network {
        std::array<std::array<std::uint8_t, 2>, count * count> pairs{};
        std::size_t size = 0;
    };
    Network network;
    for (std::size_t p = 1; p < count; p *= 2)
        for (std::size_t k = p; k > 0; k /= 2)
            for (std::size_t j = k % p; j + k < count; j += 2 * k)
                for (std::size_t i = j; i < std::min(j + k, count - k); ++i)
                    if (i / (2 * p) == (i + k) / (2 * p))
                        network.pairs[network.size++] = {static_cast<std::uint8_t>(i),
                                                         static_cast<std::uint8_t>(i + k)};
    return network;
}

/// Sorts more than count / 2 keys by comparisons that are the same whatever the keys are: the processor has
/// nothing to predict. Overwrites memory for count / 2 behind them.
template <std::size_t count>
void sort_by_network(std::span<std::uint64_t> keys) {
    static constexpr auto network = sorting_network<count>();
    std::uint64_t* const key = keys.data();
    for (std::size_t i = 0; i < count / 2; ++i) // more keys than that; a known number of stores
        key[keys.size() + i] = ~std::uint64_t{0};
    [key]<std::size_t... i>(std::index_sequence<i...>) {
        const auto order = [](std::uint64_t& a, std::uint64_t& b) {
            const std::uint64_t less = a < b ? a : b;
            b = a < b ? b : a;
            a = less;
        };
        (order(key[network.pairs[i][0]], key[network.pairs[i][1]]), ...);
    }
    (std::make_index_sequence<network.size>());
}

/// By rising number. Overwrites memory for 16 keys behind them.
inline void sort_keys(std::span<std::uint64_t> keys) {
    if (keys.size() <= 1) return;
    if (keys.size() == 2) return sort_by_network<2>(keys);
    if (keys.size() <= 4) return sort_by_network<4>(keys);
    if (keys.size() <= 8) return sort_by_network<8>(keys);
    if (keys.size() <= 16) return sort_by_network<16>(keys);
    if (keys.size() <= 32) return sort_by_network<32>(keys);
    std::sort(keys.begin(), keys.end());
}

/// Appends the lines of sectors by rising number; a line has 2^sector_shift sectors.
template <unsigned sector_shift>
void append_lines(std::span<const std::uint64_t> sectors, CoalescedRequests& lines) {
    std::uint64_t* number = lines.numbers.room_for(sectors.size());
    LineSectors* asked = lines.sectors.room_for(sectors.size());
    std::uint64_t line = sectors.front() >> sector_shift;
    std::uint64_t mask = 0;
    for (const std::uint64_t sector : sectors) {
        // All ones where it is a sector of another line: a branch could not be foretold.
        const std::uint64_t other =
            std::uint64_t{0} - static_cast<std::uint64_t>(sector >> sector_shift != line);
        line = sector >> sector_shift;
        number -= static_cast<std::int64_t>(other);
        asked -= static_cast<std::int64_t>(other);
        mask = (mask & ~other) | std::uint64_t{1} << (sector & ((1U << sector_shift) - 1));
        *number = line;
        *asked = static_cast<LineSectors>(mask);
    }
    lines.numbers.end_at(number + 1);
    lines.sectors.end_at(asked + 1);
}

inline void append_lines(std::span<const std::uint64_t> sectors, unsigned sector_shift,
                         CoalescedRequests& lines) {
    switch (sector_shift) {
    case 0:
        return append_lines<0>(sectors, lines);
    case 1:
        return append_lines<1>(sectors, lines);
    case 2:
        return append_lines<2>(sectors, lines);
    default:
        return append_lines<3>(sectors, lines);
    }
}

} // namespace hitmap
