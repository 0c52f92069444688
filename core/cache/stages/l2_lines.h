#pragma once

#include "core/cache/stages/l2_request.h"

#include <bit>
#include <cstdint>

namespace hitmap {

/// Maps lines of L1 to lines of L2. A line of L1 may be a part of one line of L2, or several lines.
class L2Lines {
public:
    /// The sizes of lines are in bytes and powers of two, 32..256.
    L2Lines(std::uint32_t l1_line_bytes, std::uint32_t l2_line_bytes)
        : l1_bits_(static_cast<unsigned>(std::countr_zero(l1_line_bytes))),
          l2_bits_(static_cast<unsigned>(std::countr_zero(l2_line_bytes))) {}

    /// Returns log2 of the bytes of a line of L2.
    [[nodiscard]] unsigned line_bits() const { return l2_bits_; }

    /// Divides a request for sectors of a line of L1: calls visit(request) for each line of L2 with the part
    /// of `asked` in that line, by rising address.
    template <class Visit>
    [[gnu::always_inline]] void for_each(const L2Request& asked, const Visit& visit) const {
        if (l2_bits_ == l1_bits_) return visit(asked); // the most frequent case
        if (l2_bits_ > l1_bits_) {
            const std::uint64_t line = asked.line >> (l2_bits_ - l1_bits_);
            const std::uint64_t first =
                (asked.line << (l1_bits_ - sector_bits)) - (line << (l2_bits_ - sector_bits));
            return visit(part(asked, line, static_cast<int>(first), 0xff));
        }
        const unsigned width = 1U << (l2_bits_ - sector_bits); // number of sectors of a line of L2
        const auto in_line = static_cast<LineSectors>((1U << width) - 1);
        for (unsigned first = 0; first < 1U << (l1_bits_ - sector_bits); first += width) {
            const L2Request one = part(asked, (asked.line << (l1_bits_ - l2_bits_)) + first / width,
                                       -static_cast<int>(first), in_line);
            if ((one.sectors | one.fill_only) != 0) visit(one);
        }
    }

private:
    static constexpr unsigned sector_bits = 5; ///< log2 of the bytes of a sector

    static L2Request part(const L2Request& asked, std::uint64_t line, int shift, LineSectors in_line) {
        const auto of_line = [&](LineSectors sectors) {
            return static_cast<LineSectors>(shifted(sectors, shift) & in_line);
        };
        return {line,
                asked.at,
                of_line(asked.sectors),
                of_line(asked.fill_only),
                of_line(asked.written),
                asked.origin.shifted(shift)};
    }

    unsigned l1_bits_;
    unsigned l2_bits_;
};

} // namespace hitmap
