#pragma once

#include "core/cache/coalescing/written_list.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace hitmap {

/// Bit s stands for the s-th 32 bytes of a line.
using LineSectors = std::uint8_t;

/// Reads `count` bytes, 1 to 8, as a word with the first byte lowest and 0 in place of the others. Eight
/// bytes must be readable.
[[nodiscard]] [[gnu::always_inline]] inline std::uint64_t word_of(const std::uint8_t* first,
                                                                  std::size_t count) {
    static_assert(std::endian::native == std::endian::little);
    assert(count >= 1 && count <= 8);
    std::uint64_t word;
    std::memcpy(&word, first, sizeof word);
    return word & ~std::uint64_t{0} >> (64 - 8 * count);
}

/// Calls visit(i) for each non-zero byte i of the word, in rising order.
template <class Visit>
[[gnu::always_inline]] inline void for_each_byte(std::uint64_t word, const Visit& visit) {
    while (word != 0) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(word)) / 8;
        word &= ~(std::uint64_t{0xff} << i * 8);
        visit(i);
    }
}

/// One line of a request, copied from the arrays of CoalescedRequests.
struct LineRequest {
    std::uint64_t line;  ///< address / bytes of a line
    LineSectors sectors; ///< requested sectors
    LineSectors written; ///< for a store, the sectors of which all bytes are written
};

/// The sectors of a line that lanes of one allocation request.
struct LinePart {
    std::uint64_t line; ///< address / bytes of a line
    std::uint32_t at;   ///< index of the line
    std::uint16_t allocation;
    LineSectors sectors;
};

/// The sectors of a line that one lane requests.
struct LaneSectors {
    std::uint64_t line; ///< address / bytes of a line
    LineSectors sectors;
    std::uint8_t lane;
};

/// A sector of which a store writes some bytes, but not all.
struct PartlyWritten {
    std::uint32_t line;  ///< index of the line
    std::uint32_t bytes; ///< bit b stands for byte b of the sector
    std::uint8_t sector; ///< number in the line
};

/// A range of addresses, and the requests for which one allocation contains it. It is a cache for successive
/// addresses, which are mostly in one allocation.
struct OwningAllocation {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0; ///< 0 means that there is no allocation
    std::uint64_t first_request = 0;
    std::uint64_t last_request = 0; ///< index of the last request, plus 1
    std::uint16_t allocation = 0;
};

/// The lines of consecutive requests. Each property of lines has its own array, since most stages read one or
/// two of them for all lines. Arrays of bytes are read eight lines at a time (word_of()); complete() adds the
/// padding that this needs.
struct CoalescedRequests {
    static constexpr std::uint32_t at_once = 8; ///< bytes per word
    /// Number of bytes after the byte of the last line, so that word_of() can read them.
    static constexpr std::size_t padding = at_once;
    static constexpr std::uint16_t no_allocation = 0xffff;
    static constexpr std::uint16_t several_allocations = 0xfffe;

    // [lines] The distinct lines of each request, by rising address; see LineRequest.
    WrittenList<std::uint64_t> numbers;
    WrittenList<LineSectors> sectors;
    std::vector<LineSectors> written;

    std::vector<std::uint32_t> first_line; ///< [requests + 1] index of the first line
    /// [requests] the allocation that contains the first bytes of all lanes.
    std::vector<std::uint16_t> allocations;
    /// Filled only for requests to several allocations, by rising index of the line.
    std::vector<LinePart> parts;
    std::vector<PartlyWritten> partly;    ///< sectors that stores write in part, by rising line and sector
    std::vector<OwningAllocation> owners; ///< [instructions] used by the coalescer only; clear() keeps it
    std::vector<std::uint32_t> keys;      ///< scratch memory of the coalescer; clear() keeps it

    void clear() {
        numbers.clear();
        sectors.clear();
        written.clear();
        first_line.assign(1, 0);
        allocations.clear();
        parts.clear();
        partly.clear();
    }
    /// Call it after all requests were appended: pads the arrays that word_of() reads.
    void complete() {
        (void)sectors.reserve_more(padding);
        written.resize(line_count() + padding);
    }
    [[nodiscard]] std::size_t line_count() const { return numbers.size(); }
    /// Returns a line. Must not be called before complete().
    [[nodiscard]] LineRequest line(std::size_t i) const { return {numbers[i], sectors[i], written[i]}; }
    [[nodiscard]] std::span<const std::uint64_t> numbers_of(std::size_t request) const {
        return {numbers.data() + first_line[request], numbers.data() + first_line[request + 1]};
    }
    /// Returns the written bytes of a partly written sector: bit b stands for byte b.
    [[nodiscard]] std::uint32_t bytes_written(std::uint32_t line, unsigned sector) const {
        return std::partition_point(partly.begin(), partly.end(),
                                    [&](const PartlyWritten& each) {
                                        return each.line < line ||
                                               (each.line == line && each.sector < sector);
                                    })
            ->bytes;
    }
    /// Calls visit(allocation, index of the line, sectors) for the sectors that lanes of each allocation
    /// request, by rising address. The allocation may be no_allocation.
    template <class Visit>
    void for_each_part(std::size_t request, const Visit& visit) const {
        const std::uint32_t first = first_line[request];
        const std::uint32_t last = first_line[request + 1];
        if (allocations[request] != several_allocations) {
            for (std::uint32_t i = first; i < last; ++i)
                visit(allocations[request], i, sectors[i]);
            return;
        }
        auto part = std::lower_bound(parts.begin(), parts.end(), first,
                                     [](const LinePart& p, std::uint32_t line) { return p.at < line; });
        for (; part != parts.end() && part->at < last; ++part)
            visit(part->allocation, part->at, part->sectors);
    }
};

} // namespace hitmap
