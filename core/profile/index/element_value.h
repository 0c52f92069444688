#pragma once

#include "core/profile/index/tile_query.h"
#include "core/profile/query/metric.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

// Conversions from the sums of a tile to the results of queries for its element e.

template <class T>
[[nodiscard]] T sum_of(const TileSums& sums, Column column, std::size_t e) {
    return static_cast<T>(sums[column][e]);
}

[[nodiscard]] inline std::uint64_t lookups_of(const TileLog& log, const TileSums& sums, std::size_t level,
                                              std::size_t e) {
    const std::uint64_t usual = sums[Column::accesses][e] * log.usual_lookups(level, e);
    return log.is_regular() ? usual : usual + sums[of_level(Column::l1_extra_lookups, level)][e];
}

[[nodiscard]] inline std::uint64_t hits_of(std::uint64_t lookups, const TileSums& sums, std::size_t level,
                                           std::size_t e) {
    return lookups * hit_unit - sums[of_level(Column::l1_misses, level)][e];
}

/// Returns the sums of an element over a window that starts at `first`. `sums` must contain sum_columns.
[[nodiscard]] inline ElementSums element_sums(const TileLog& log, const TileSums& sums, std::size_t e,
                                              std::uint64_t first) {
    ElementSums element;
    element.accesses = sum_of<std::uint32_t>(sums, Column::accesses, e);
    if (element.accesses == 0) return element;
    const std::uint64_t l1_lookups = lookups_of(log, sums, 0, e);
    const std::uint64_t l2_lookups = lookups_of(log, sums, 1, e);
    element.l1_hits = hits_of(l1_lookups, sums, 0, e);
    element.l2_hits = hits_of(l2_lookups, sums, 1, e);
    element.l1_lookups = static_cast<std::uint32_t>(l1_lookups);
    element.l2_lookups = static_cast<std::uint32_t>(l2_lookups);
    element.last_access = static_cast<std::uint32_t>(sums[Column::last][e] - 1 - first);
    return element;
}

/// Returns the columns that element_value() reads.
[[nodiscard]] inline ColumnSet columns_of(Metric metric) {
    const SumSet sums = info_of(metric.quantity).sums;
    ColumnSet columns;
    if (sums.has(Sum::accesses)) columns = columns | ColumnSet(Column::accesses);
    if (sums.has(Sum::last_access)) columns = columns | ColumnSet(Column::last);
    if (!metric.level) return columns;
    const auto add = [&, level = index(*metric.level)](Sum sum, Column l1_column) {
        if (sums.has(sum)) columns = columns | ColumnSet(of_level(l1_column, level));
    };
    columns = columns | ColumnSet(Column::accesses, of_level(Column::l1_extra_lookups, index(*metric.level)));
    add(Sum::hits, Column::l1_misses);
    add(Sum::cold, Column::l1_cold);
    add(Sum::distance, Column::l1_distance);
    add(Sum::conflict, Column::l1_conflict);
    return columns;
}

/// Returns the sums that the quantity of a row reads, for element e. `sums` must contain columns_of() the
/// metric. `level` is ignored if the quantity does not come from look-ups.
template <std::size_t row, Level level>
[[nodiscard]] QuantitySums quantity_sums(const TileLog& log, const TileSums& sums, std::size_t e,
                                         TimeWindow window) {
    constexpr QuantityInfo quantity = quantity_table[row];
    constexpr bool of_last_access = quantity.sums.has(Sum::last_access);
    constexpr bool of_accesses = quantity.sums.has(Sum::accesses) || quantity.of_lookups();
    QuantitySums of_element;
    of_element.positions = window.count();
    if constexpr (of_last_access) {
        of_element.accesses = sums[Column::last][e] > window.first ? 1 : 0;
        of_element.last_access = sums[Column::last][e] - 1 - window.first;
    }
    if constexpr (of_accesses) of_element.accesses = sums[Column::accesses][e];
    if constexpr (quantity.of_lookups()) {
        LevelSums& of_level = of_element.level;
        const auto column = [&](Column l1_column) {
            return sums[hitmap::of_level(l1_column, index(level))][e];
        };
        of_level.lookups = lookups_of(log, sums, index(level), e);
        if constexpr (quantity.sums.has(Sum::hits))
            of_level.hits = hits_of(of_level.lookups, sums, index(level), e);
        if constexpr (quantity.sums.has(Sum::cold)) of_level.cold = column(Column::l1_cold);
        if constexpr (quantity.sums.has(Sum::distance)) of_level.distance_sum = column(Column::l1_distance);
        if constexpr (quantity.sums.has(Sum::conflict)) of_level.conflict = column(Column::l1_conflict);
    }
    return of_element;
}

/// Returns the value of the quantity of a row for element e, from the same sums.
template <std::size_t row, Level level>
[[nodiscard]] double element_value(const TileLog& log, const TileSums& sums, std::size_t e,
                                   TimeWindow window) {
    constexpr QuantityInfo quantity = quantity_table[row];
    return quantity.value(quantity_sums<row, level>(log, sums, e, window));
}

} // namespace hitmap
