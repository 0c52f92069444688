#pragma once

#include "core/profile/index/tile_query.h"
#include "core/profile/query/metric_level.h"
#include "core/profile/query/metric_value.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

// From the sums of a tile to what a query answers for its element e.

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

/// Of sums over a window from `first` on that have sum_columns.
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

[[nodiscard]] constexpr bool is_capacity_misses(Metric metric) {
    return metric == Metric::l1_capacity_misses || metric == Metric::l2_capacity_misses;
}

/// What element_value() needs.
[[nodiscard]] inline ColumnSet columns_of(Metric metric) {
    if (metric == Metric::access_order) return ColumnSet(Column::last);
    const auto level = level_of(metric);
    if (!level) return ColumnSet(Column::accesses);
    const ColumnSet lookups(Column::accesses, of_level(Column::l1_extra_lookups, *level));
    if (is_reuse_distance(metric))
        return lookups | ColumnSet(of_level(Column::l1_distance, *level), of_level(Column::l1_cold, *level));
    const ColumnSet cold(of_level(Column::l1_cold, *level));
    if (is_cold_misses(metric)) return lookups | cold;
    const ColumnSet conflict(of_level(Column::l1_distance, *level));
    if (is_miss_class(metric) && !is_capacity_misses(metric)) return lookups | conflict;
    const ColumnSet misses(of_level(Column::l1_misses, *level));
    return is_miss_class(metric) ? lookups | misses | cold | conflict : lookups | misses;
}

/// The metric's value for element e, of sums that have columns_of(metric).
template <Metric metric>
[[nodiscard]] double element_value(const TileLog& log, const TileSums& sums, std::size_t e,
                                   TimeWindow window) {
    ElementSums element;
    if constexpr (metric == Metric::access_order) {
        if (sums[Column::last][e] <= window.first) return undefined_value;
        element.accesses = 1;
        element.last_access = static_cast<std::uint32_t>(sums[Column::last][e] - 1 - window.first);
        return value_of<metric>(element, window.count());
    }
    element.accesses = sum_of<std::uint32_t>(sums, Column::accesses, e);
    if constexpr (metric == Metric::access_count || metric == Metric::access_rate)
        return value_of<metric>(element, window.count());
    constexpr std::size_t level = level_of(metric).value_or(0);
    const std::uint64_t lookups = lookups_of(log, sums, level, e);
    if constexpr (is_reuse_distance(metric)) {
        const std::uint64_t finite = lookups - sums[of_level(Column::l1_cold, level)][e];
        return finite == 0 ? undefined_value
                           : static_cast<double>(sums[of_level(Column::l1_distance, level)][e]) /
                                 static_cast<double>(finite);
    }
    if constexpr (is_miss_class(metric)) {
        if (lookups == 0) return undefined_value;
        if constexpr (is_cold_misses(metric))
            return static_cast<double>(sums[of_level(Column::l1_cold, level)][e]);
        const std::uint64_t conflicts = sums[of_level(Column::l1_distance, level)][e];
        if constexpr (!is_capacity_misses(metric)) return static_cast<double>(conflicts);
        const std::uint64_t others = sums[of_level(Column::l1_cold, level)][e] + conflicts;
        return static_cast<double>(sums[of_level(Column::l1_misses, level)][e] - others * hit_unit) /
               hit_unit;
    }
    (level == 0 ? element.l1_lookups : element.l2_lookups) = static_cast<std::uint32_t>(lookups);
    (level == 0 ? element.l1_hits : element.l2_hits) = hits_of(lookups, sums, level, e);
    return value_of<metric>(element, window.count());
}

} // namespace hitmap
