#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/report/column/report_column.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// Hits, look-ups and hit rate of one cache level in a row.
struct ReportedLevel {
    CellValue hits;
    CellValue lookups;
    CellValue rate; ///< undefined without look-ups
};
using ReportedLevels = std::array<ReportedLevel, 2>; ///< L1, L2

/// Makes a level from whole hits.
[[nodiscard]] ReportedLevel reported_level(std::uint64_t hits, std::uint64_t lookups);
/// Makes a level from hits that may be fractions.
[[nodiscard]] ReportedLevel reported_level(const LevelSums& sums);
/// The same, but hits and look-ups are undefined, too, if there are no look-ups.
[[nodiscard]] ReportedLevel looked_up_level(const LevelSums& sums);

/// The order of level_columns() in text: hits and look-ups follow the rate.
inline const std::vector<std::string_view> levels_in_text{"l1_hit_rate", "l1_hits", "l1_lookups",
                                                          "l2_hit_rate", "l2_hits", "l2_lookups"};

/// Returns the columns hits, look-ups and hit rate of one level.
/// @param key       prefix of the keys: "l1_", or empty if rows have one level
/// @param name      prefix of the titles: "L1 ", or empty
/// @param level_of  returns the level of a row
template <class Row>
[[nodiscard]] ReportColumns<Row> one_level_columns(const std::string& key, const std::string& name,
                                                   std::function<ReportedLevel(const Row&)> level_of) {
    return {{{.key = key + "hits", .title = name + "hits", .text = {"hits", 16}},
             [level_of](const Row& row) { return level_of(row).hits; }},
            {{.key = key + "lookups", .title = name + "look-ups", .text = {"look-ups", 14}},
             [level_of](const Row& row) { return level_of(row).lookups; }},
            {{.key = key + "hit_rate", .title = name + "rate", .type = CellType::rate, .text = {"", 10}},
             [level_of](const Row& row) { return level_of(row).rate; }}};
}

/// Returns the columns of both levels, for rows with a member `levels`.
template <class Row>
[[nodiscard]] ReportColumns<Row> level_columns() {
    const auto level_of = [](std::size_t level) {
        return [level](const Row& row) { return row.levels[level]; };
    };
    ReportColumns<Row> columns = one_level_columns<Row>("l1_", "L1 ", level_of(0));
    for (ReportColumn<Row>& column : one_level_columns<Row>("l2_", "L2 ", level_of(1)))
        columns.push_back(std::move(column));
    return columns;
}

} // namespace hitmap
