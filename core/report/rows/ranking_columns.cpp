#include "core/report/rows/ranking_columns.h"

#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

RankingRow ranking_row(const TriedLayout& layout, const TriedLayout& recorded) {
    RankingRow row;
    row.layout = title_of(layout);
    row.options = command_options(layout);
    row.result = !layout.is_possible() ? "not possible" : layout.estimates.empty() ? "exact" : "estimate";
    row.reason = layout.is_possible() ? fmt::format("{}", fmt::join(layout.estimates, "; ")) : layout.problem;
    if (!layout.is_possible()) return row;
    for (std::size_t level = 0; level < row.levels.size(); ++level) {
        const double misses = layout.levels[level].miss_count();
        const double before = recorded.levels[level].miss_count();
        row.levels[level] = reported_level(layout.levels[level]);
        row.misses[level] = part_of(misses, static_cast<double>(layout.levels[level].lookups));
        row.difference[level] = misses - before;
        row.change[level] = quotient(misses - before, before);
    }
    return row;
}

/// Misses, what they differ from those as recorded, and the look-ups that they are a part of.
ReportColumns<RankingRow> ranked_level(std::size_t level) {
    const std::string key = level == 0 ? "l1_" : "l2_";
    const std::string name = level == 0 ? "L1 " : "L2 ";
    const ReportPlaces not_text{.text = false};
    ReportColumns<RankingRow> columns{{{.key = key + "misses", .title = name + "misses", .text = {"", 14}},
                                       [level](const RankingRow& row) { return row.misses[level]; }},
                                      {{.key = key + "misses_difference",
                                        .title = name + "difference",
                                        .type = CellType::signed_count,
                                        .in = not_text,
                                        .help = "Misses more (+) or less (-) than in the layout as recorded"},
                                       [level](const RankingRow& row) { return row.difference[level]; }},
                                      {{.key = key + "misses_change",
                                        .title = name + "change",
                                        .type = CellType::change,
                                        .text = {"change", 10},
                                        .help = "The same as a part of the misses in the layout as recorded"},
                                       [level](const RankingRow& row) { return row.change[level]; }}};
    for (auto& column : one_level_columns<RankingRow>(
             key, name, [level](const RankingRow& row) { return row.levels[level]; })) {
        column.info.in.text = column.info.type == CellType::rate;
        columns.push_back(std::move(column));
    }
    return columns;
}

} // namespace

std::vector<RankingRow> ranking_rows(const std::vector<TriedLayout>& tried, std::size_t level) {
    std::vector<RankingRow> rows;
    const auto recorded = std::ranges::find_if(tried, &TriedLayout::is_recorded);
    if (recorded == tried.end()) return rows;
    std::optional<double> last;
    for (const std::size_t i : ranked_by_misses(tried, level)) {
        rows.push_back(ranking_row(tried[i], *recorded));
        if (!tried[i].is_possible()) continue;
        const double misses = printed_misses(tried[i], level);
        rows.back().rank = last == misses ? rows[rows.size() - 2].rank : rows.size();
        last = misses;
    }
    return rows;
}

ReportColumns<RankingRow> ranking_columns() {
    const ReportPlaces data_alone{.text = false, .window = false};
    ReportColumns<RankingRow> columns{{{.key = "rank", .title = "Rank", .text = {"rank", 6}},
                                       [](const RankingRow& row) { return CellValue(row.rank); }},
                                      {{.key = "layout",
                                        .title = "Layout",
                                        .type = CellType::text,
                                        .text = {"layout", 44},
                                        .help = "Options of hitmap relayout without their dashes"},
                                       &RankingRow::layout}};
    for (const std::size_t level : {0U, 1U})
        for (auto& column : ranked_level(level))
            columns.push_back(std::move(column));
    columns.push_back({{.key = "result",
                        .title = "Result",
                        .type = CellType::text,
                        .text = {"result", 12},
                        .help = "Exact: equals a recording of the program in this layout. Estimate: the "
                                "program would have done something differently, too"},
                       &RankingRow::result});
    columns.push_back(
        {{.key = "reason", .title = "Reason", .type = CellType::text, .in = {.text = false}},
         [](const RankingRow& row) { return row.reason.empty() ? CellValue() : CellValue(row.reason); }});
    columns.push_back({{.key = "options", .title = "Options", .type = CellType::text, .in = data_alone},
                       &RankingRow::options});
    return columns;
}

} // namespace hitmap
