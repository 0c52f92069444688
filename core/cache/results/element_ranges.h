#pragma once

#include "core/cache/results/counted_parts.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Finds the elements and vertices that the bytes of memory belong to: slot = (address - base) / stride (von
/// Buelow et al. 2022, eq. 1). Padding within the stride belongs to the element.
class ElementRanges {
public:
    static constexpr std::uint8_t vertex = 254; ///< used in place of a kind

    /// If allocations overlap, the bytes belong to the first in the table. Allocations that `counted`
    /// excludes are skipped.
    explicit ElementRanges(const RecordingInfo& info, const CountedParts& counted = {});

    /// Calls visit(kind or `vertex`, element, first byte, last byte) for the elements with bytes in [first,
    /// last], by rising address. `at` speeds up the search for nearby addresses: pass 0 first, then the
    /// variable as the last call left it.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t last, std::size_t& at, const Visit& visit) const {
        if (at >= ranges_.size() || first < ranges_[at].begin || first > ranges_[at].last)
            at = range_at(first);
        for (std::size_t i = at; i < ranges_.size() && ranges_[i].begin <= last; ++i) {
            const Range& range = ranges_[i];
            if (range.stride == 0) continue;
            std::uint64_t byte = std::max(first, range.begin);
            for (const std::uint64_t end = std::min(last, range.last); byte <= end;) {
                const std::uint64_t offset = byte - range.base;
                std::uint64_t slot = range.slot_of(offset);
                const std::uint64_t last_byte =
                    std::min(end, byte + (range.stride - 1 - (offset - slot * range.stride)));
                if (slot >= range.elements) slot %= range.elements; // in planes: the slot within its plane
                visit(range.kind, static_cast<std::uint32_t>(range.first_element + slot), byte, last_byte);
                byte = last_byte + 1;
            }
        }
    }

private:
    /// An interval of the address space in one allocation, or in none (stride 0).
    struct Range {
        std::uint64_t begin;
        std::uint64_t last;
        std::uint64_t base; ///< base address of the allocation
        std::uint64_t elements;
        std::uint64_t first_element;
        std::uint32_t stride;
        std::uint8_t kind;
        std::uint64_t inverse; ///< floor((2^64 - 1) / stride)

        /// offset / stride without a division: the product is the quotient or 1 less (see LinearIndex).
        [[nodiscard]] std::uint64_t slot_of(std::uint64_t offset) const {
            __extension__ using Wide = unsigned __int128;
            const auto slot = static_cast<std::uint64_t>(Wide{offset} * inverse >> 64);
            return slot + (offset - slot * stride >= stride ? 1 : 0);
        }
    };
    [[nodiscard]] std::size_t range_at(std::uint64_t address) const;
    void add(const Range& range);

    std::vector<Range> ranges_; ///< sorted and disjoint; together they cover every address
};

} // namespace hitmap
