#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The sums that are stored for each element. The columns of L1 and L2 are neighbours, L1 first.
enum class Column : std::uint8_t {
    accesses,
    l1_misses, ///< in units of 2^-24
    l2_misses,
    l1_extra_lookups, ///< look-ups beyond accesses times the element's usual number, modulo 2^64
    l2_extra_lookups,
    last,        ///< position of the last access + 1; 0: not accessed. Not a sum, but stored like one
    l1_distance, ///< sums of reuse distances
    l2_distance,
    l1_cold, ///< look-ups without a reuse distance
    l2_cold,
    l1_conflict, ///< conflict misses
    l2_conflict,
};
inline constexpr std::size_t column_count = 12;

[[nodiscard]] constexpr std::size_t index(Column column) {
    return static_cast<std::size_t>(column);
}
/// Returns the column of the level: of_level(Column::l1_misses, 1) is l2_misses.
[[nodiscard]] constexpr Column of_level(Column l1, std::size_t level) {
    return static_cast<Column>(index(l1) + level);
}

/// A set of columns.
class ColumnSet {
public:
    constexpr ColumnSet() = default;
    template <class... C>
    constexpr explicit ColumnSet(C... columns)
        : bits_(static_cast<std::uint16_t>(((1U << index(columns)) | ...))) {}
    [[nodiscard]] constexpr bool has(Column column) const { return ((bits_ >> index(column)) & 1U) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr ColumnSet without(ColumnSet columns) const {
        ColumnSet rest;
        rest.bits_ = static_cast<std::uint16_t>(bits_ & ~columns.bits_);
        return rest;
    }
    [[nodiscard]] constexpr ColumnSet without(Column column) const { return without(ColumnSet(column)); }
    [[nodiscard]] constexpr bool contains(ColumnSet other) const { return (other.bits_ & ~bits_) == 0; }
    [[nodiscard]] constexpr bool intersects(ColumnSet other) const { return (bits_ & other.bits_) != 0; }

    friend constexpr ColumnSet operator|(ColumnSet a, ColumnSet b) {
        a.bits_ |= b.bits_;
        return a;
    }

private:
    std::uint16_t bits_ = 0;
};

inline constexpr ColumnSet extra_columns{Column::l1_extra_lookups, Column::l2_extra_lookups};
inline constexpr ColumnSet sum_columns{Column::accesses,         Column::l1_misses,        Column::l2_misses,
                                       Column::l1_extra_lookups, Column::l2_extra_lookups, Column::last};
/// Columns about the reuse of lines.
inline constexpr ColumnSet reuse_columns{Column::l1_distance, Column::l2_distance, Column::l1_cold,
                                         Column::l2_cold,     Column::l1_conflict, Column::l2_conflict};
inline constexpr ColumnSet every_column = sum_columns | reuse_columns;

/// The columns of all elements of one tile, while a query adds them up. Columns that are not wanted are
/// empty.
struct TileSums {
    std::array<std::vector<std::uint64_t>, column_count> columns;

    [[nodiscard]] std::uint64_t* operator[](Column column) { return columns[index(column)].data(); }
    [[nodiscard]] const std::uint64_t* operator[](Column column) const {
        return columns[index(column)].data();
    }
    /// Sets the columns of `wanted` to `elements` zeros.
    void clear(ColumnSet wanted, std::size_t elements) {
        for (std::size_t c = 0; c < column_count; ++c)
            if (wanted.has(static_cast<Column>(c))) columns[c].assign(elements, 0);
    }
};

} // namespace hitmap
