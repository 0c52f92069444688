#pragma once

#include "core/cache/coalescing/coalesced_requests.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// Collects the sectors of one request, unsorted. Equal neighbours become one key. Whether they are equal is
/// no branch, since it could not be predicted. The object is small, so that it stays in registers.
class SectorKeys {
public:
    static constexpr std::size_t more_keys = 1; ///< space in front of the keys
    /// `keys` needs space for all keys that are added, and for more_keys.
    explicit SectorKeys(std::uint32_t* keys) : last_(keys), begin_(keys + 1) {}
    /// `sector` is relative to a line that is the same for all calls.
    void add(std::uint32_t sector) {
        last_ += sector != present_ ? 1 : 0;
        present_ = sector;
        *last_ = sector;
    }
    [[nodiscard]] std::span<std::uint32_t> keys() const {
        return {begin_, static_cast<std::size_t>(last_ + 1 - begin_)};
    }

private:
    std::uint32_t* last_;
    std::uint32_t* begin_;
    std::uint32_t present_ = ~std::uint32_t{0}; ///< the key that was added last; no sector has this number
};

/// Appends the lines of sectors by rising number. Lines are relative to `first_line` and have 2^sector_shift
/// sectors.
template <unsigned sector_shift>
void append_lines(std::span<const std::uint32_t> sectors, std::uint64_t first_line,
                  CoalescedRequests& lines) {
    std::uint64_t* number = lines.numbers.reserve_more(sectors.size());
    LineSectors* asked = lines.sectors.reserve_more(sectors.size());
    std::uint64_t line = first_line + (sectors.front() >> sector_shift);
    std::uint64_t mask = 0;
    for (const std::uint32_t sector : sectors) {
        const std::uint64_t next = first_line + (sector >> sector_shift);
        // All bits are set if the sector belongs to another line. A branch could not be predicted.
        const std::uint64_t other = std::uint64_t{0} - static_cast<std::uint64_t>(next != line);
        line = next;
        number -= static_cast<std::int64_t>(other);
        asked -= static_cast<std::int64_t>(other);
        mask = (mask & ~other) | std::uint64_t{1} << (sector & ((1U << sector_shift) - 1));
        *number = line;
        *asked = static_cast<LineSectors>(mask);
    }
    lines.numbers.end_at(number + 1);
    lines.sectors.end_at(asked + 1);
}

inline void append_lines(std::span<const std::uint32_t> sectors, std::uint64_t first_line,
                         unsigned sector_shift, CoalescedRequests& lines) {
    switch (sector_shift) {
    case 0:
        return append_lines<0>(sectors, first_line, lines);
    case 1:
        return append_lines<1>(sectors, first_line, lines);
    case 2:
        return append_lines<2>(sectors, first_line, lines);
    default:
        return append_lines<3>(sectors, first_line, lines);
    }
}

} // namespace hitmap
