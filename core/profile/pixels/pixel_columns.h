#pragma once

#include "core/profile/pixels/pixel_counts.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The numbers of PixelCounts.
enum class PixelColumn : std::uint8_t {
    boxes,
    faces,
    framebuffer,
    nodes,
    requests,
    active_lanes,
    sectors,
    fetched,
    l1_hits,
    l1_lookups,
    l2_hits,
    l2_lookups,
    stack,
    l1_cold,
    l1_capacity,
    l1_conflict,
    l2_cold,
    l2_capacity,
    l2_conflict,
    /// Accesses of elements of further kinds, by the number of the kind.
    kind_3,
    kind_4,
    kind_5,
    kind_6,
    kind_7,
};
inline constexpr std::size_t pixel_column_count = 24;

/// A set of columns.
class PixelColumnSet {
public:
    constexpr PixelColumnSet() = default;
    template <class... C>
    constexpr explicit PixelColumnSet(C... columns) : bits_(((1U << static_cast<unsigned>(columns)) | ...)) {}
    [[nodiscard]] constexpr bool has(PixelColumn column) const {
        return (bits_ >> static_cast<unsigned>(column) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool intersects(PixelColumnSet other) const { return (bits_ & other.bits_) != 0; }
    friend constexpr PixelColumnSet operator|(PixelColumnSet a, PixelColumnSet b) {
        a.bits_ |= b.bits_;
        return a;
    }
    friend constexpr PixelColumnSet operator&(PixelColumnSet a, PixelColumnSet b) {
        a.bits_ &= b.bits_;
        return a;
    }

private:
    std::uint32_t bits_ = 0;
};

/// [kinds] The column of the accesses of elements of a kind.
inline constexpr std::array<PixelColumn, most_element_kinds> pixel_access_columns{
    PixelColumn::boxes,  PixelColumn::faces,  PixelColumn::framebuffer, PixelColumn::kind_3,
    PixelColumn::kind_4, PixelColumn::kind_5, PixelColumn::kind_6,      PixelColumn::kind_7};
inline constexpr PixelColumnSet all_pixel_accesses(PixelColumn::boxes, PixelColumn::faces,
                                                   PixelColumn::framebuffer, PixelColumn::kind_3,
                                                   PixelColumn::kind_4, PixelColumn::kind_5,
                                                   PixelColumn::kind_6, PixelColumn::kind_7);

/// Returns the number of a column in the counts of a pixel, which may be const.
template <class Counts>
[[nodiscard]] constexpr auto& number_in(Counts& counts, PixelColumn column) {
    switch (column) {
    case PixelColumn::boxes:
    case PixelColumn::faces:
    case PixelColumn::framebuffer:
    case PixelColumn::kind_3:
    case PixelColumn::kind_4:
    case PixelColumn::kind_5:
    case PixelColumn::kind_6:
    case PixelColumn::kind_7:
        break;
    case PixelColumn::nodes:
        return counts.sums.nodes;
    case PixelColumn::requests:
        return counts.sums.requests;
    case PixelColumn::active_lanes:
        return counts.sums.active_lanes;
    case PixelColumn::sectors:
        return counts.sums.sectors;
    case PixelColumn::fetched:
        return counts.sums.fetched;
    case PixelColumn::l1_hits:
        return counts.sums.l1_hits;
    case PixelColumn::l1_lookups:
        return counts.sums.l1_lookups;
    case PixelColumn::l2_hits:
        return counts.sums.l2_hits;
    case PixelColumn::l2_lookups:
        return counts.sums.l2_lookups;
    case PixelColumn::stack:
        return counts.sums.stack;
    case PixelColumn::l1_cold:
        return counts.misses.l1.cold;
    case PixelColumn::l1_capacity:
        return counts.misses.l1.capacity;
    case PixelColumn::l1_conflict:
        return counts.misses.l1.conflict;
    case PixelColumn::l2_cold:
        return counts.misses.l2.cold;
    case PixelColumn::l2_capacity:
        return counts.misses.l2.capacity;
    case PixelColumn::l2_conflict:
        return counts.misses.l2.conflict;
    }
    std::size_t kind = 0;
    while (pixel_access_columns[kind] != column)
        ++kind;
    return counts.sums.accesses[kind];
}

} // namespace hitmap
