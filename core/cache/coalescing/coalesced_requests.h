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

/// Bit s: the s-th 32 bytes of a line.
using LineSectors = std::uint8_t;

/// `count` bytes, 1 to 8, the first one lowest; the others of the word are 0. Eight must be there.
[[nodiscard]] [[gnu::always_inline]] inline std::uint64_t word_of(const std::uint8_t* first,
                                                                  std::size_t count) {
    static_assert(std::endian::native == std::endian::little);
    assert(count >= 1 && count <= 8);
    std::uint64_t word;
    std::memcpy(&word, first, sizeof word);
    return word & ~std::uint64_t{0} >> (64 - 8 * count);
}

/// Calls visit(i) for each byte i of the word that is not 0, by rising i.
template <class Visit>
[[gnu::always_inline]] inline void for_each_byte(std::uint64_t word, const Visit& visit) {
    while (word != 0) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(word)) / 8;
        word &= ~(std::uint64_t{0xff} << i * 8);
        visit(i);
    }
}

/// One line that a request asks for, and what became of its sectors: a copy of what CoalescedRequests has.
struct LineRequest {
    std::uint64_t line;   ///< address / bytes of a line
    LineSectors sectors;  ///< asked for
    LineSectors written;  ///< of a store: those of which it writes every byte
    LineSectors l1_hits;  ///< filled by L1Stage::run, as to_l2
    LineSectors to_l2;    ///< those that L2 is asked for
    LineSectors l2_hits;  ///< of these; filled by L2Stage::collect, as what follows
    std::uint8_t fetched; ///< number of sectors that L2 fetched from memory for it
};

/// What lanes of one allocation ask for of a line.
struct LinePart {
    std::uint64_t line; ///< address / bytes of a line
    std::uint32_t at;   ///< index of the line
    std::uint16_t allocation;
    LineSectors sectors;
};

/// A sector of which a store writes some bytes, but not every one.
struct PartlyWritten {
    std::uint32_t line;  ///< index of the line
    std::uint32_t bytes; ///< bit b: byte b of the sector
    std::uint8_t sector; ///< of the line
};

/// Memory, and the requests for which one allocation holds it: where one address was, the next one probably
/// is.
struct OwningAllocation {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0; ///< 0: none
    std::uint64_t first_request = 0;
    std::uint64_t last_request = 0; ///< one past it
    std::uint16_t allocation = 0;
};

/// The lines of consecutive requests. What is known of a line is kept apart, each thing in an array of its
/// own: most stages read one or two of them, of all lines, and bytes of eight lines at once (word_of(), for
/// which complete() makes room behind all arrays of bytes).
struct CoalescedRequests {
    static constexpr std::uint32_t at_once = 8;     ///< bytes of a word
    static constexpr std::size_t padding = at_once; ///< the last line's byte, so that word_of() can read it
    static constexpr std::uint16_t no_allocation = 0xffff;
    static constexpr std::uint16_t several_allocations = 0xfffe;

    // [lines], of a request by rising address, each once; see LineRequest.
    WrittenList<std::uint64_t> numbers;
    WrittenList<LineSectors> sectors;
    std::vector<LineSectors> written;
    WrittenList<LineSectors> l1_hits;
    WrittenList<LineSectors> to_l2;
    std::vector<LineSectors> l2_hits;
    std::vector<std::uint8_t> fetched;

    std::vector<std::uint32_t> first_line;  ///< [requests + 1] into lines
    std::vector<std::uint16_t> allocations; ///< [requests] that holds the first bytes of all their lanes
    std::vector<LinePart> parts;            ///< of requests of several allocations; by rising index
    std::vector<PartlyWritten> partly;      ///< of stores; by rising line and sector
    std::vector<OwningAllocation> owners;   ///< [instructions] for the coalescer alone, kept by clear()
    std::vector<std::uint32_t> keys;        ///< room for the coalescer alone, kept by clear()

    void clear() {
        numbers.clear();
        sectors.clear();
        for (auto* const of_lines : {&written, &l2_hits, &fetched})
            of_lines->clear();
        first_line.assign(1, 0);
        allocations.clear();
        parts.clear();
        partly.clear();
    }
    /// When all requests were appended: makes room for what becomes of their lines. L2 has given nothing so
    /// far; what L1 says is written for every line.
    void complete() {
        (void)sectors.reserve_more(padding);
        for (auto* const of_lines : {&l1_hits, &to_l2}) {
            of_lines->clear();
            of_lines->end_at(of_lines->reserve_more(line_count() + padding) + line_count());
        }
        for (auto* const of_lines : {&written, &l2_hits, &fetched})
            of_lines->resize(line_count() + padding);
    }
    [[nodiscard]] std::size_t line_count() const { return numbers.size(); }
    /// After complete().
    [[nodiscard]] LineRequest line(std::size_t i) const {
        return {numbers[i], sectors[i], written[i], l1_hits[i], to_l2[i], l2_hits[i], fetched[i]};
    }
    [[nodiscard]] std::span<const std::uint64_t> numbers_of(std::size_t request) const {
        return {numbers.data() + first_line[request], numbers.data() + first_line[request + 1]};
    }
    /// Of a sector that a store writes partly: bit b is byte b.
    [[nodiscard]] std::uint32_t bytes_written(std::uint32_t line, unsigned sector) const {
        return std::partition_point(partly.begin(), partly.end(),
                                    [&](const PartlyWritten& each) {
                                        return each.line < line ||
                                               (each.line == line && each.sector < sector);
                                    })
            ->bytes;
    }
    /// Calls visit(allocation, index of the line, sectors) for what lanes of each allocation ask for, by
    /// rising address; allocation may be no_allocation.
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
