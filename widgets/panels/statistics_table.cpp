#include "widgets/panels/statistics_table.h"

#include "core/profile/sums/outcome_sums.h"
#include "core/report/rows/sums_columns.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/table/report_table.h"

namespace hitmap {

namespace {

/// L2 is below L1, and rates show their counts, so that the most important columns fit a narrow dock.
const ColumnPlaces& statistics_places() {
    static const ColumnPlaces places{
        {"of"},
        {"l1_hit_rate", "l2_hit_rate"},
        {"l2_hit_rate"},
        {"l1_hits", "l2_hits", "l1_lookups"},
        {"l2_hits", {}, "l2_lookups"},
        {"l1_lookups"},
        {"l2_lookups"},
        {"l1_misses", "l2_misses"},
        {"l2_misses"},
        {"l1_mean_reuse_distance_lines", "l2_mean_reuse_distance_lines"},
        {"l2_mean_reuse_distance_lines"},
        {"accesses"},
        {"elements_accessed", "elements"},
        {"elements"},
        {.key = "requests", .below = "sectors", .shown = false},
        {"sectors"},
    };
    return places;
}

/// The columns of rows of elements and of allocations.
ReportColumns<SumsRow> columns_of_statistics() {
    ReportColumns<SumsRow> columns = element_sums_columns({});
    for (const ReportColumn<SumsRow>& column : allocation_sums_columns())
        if (column.info.key == "requests" || column.info.key == "sectors") columns.push_back(column);
    return window_columns(columns, statistics_places());
}

} // namespace

std::vector<TableColumn> statistics_columns() {
    return table_columns(columns_of_statistics(), statistics_places(), tr);
}

std::vector<TableRow> statistics_rows(const RecordingInfo& info, const StatisticsSums& statistics,
                                      std::span<const std::uint64_t> elements,
                                      std::span<const AllocationSums> allocations) {
    const auto columns = columns_of_statistics();
    std::vector<TableRow> rows;
    const auto add = [&](SumsRow row, const QString& name, const QString& detail) {
        if (!statistics.knows_distances) row.mean_distance = {};
        rows.push_back(table_row(columns, row));
        rows.back().front() = text_cell(name, detail);
    };
    const Headline& headline = statistics.headline;
    if (headline.counted != statistics.counting.elements)
        add(sums_row({}, headline.l1, headline.l2), capitalised(info_of(headline.counted).title),
            text_of(explanation_of(statistics.counting)));
    const QString counting = text_of(info_of(statistics.counting.elements).explanation);
    const auto add_kind = [&](const QString& name, const KindSums& sums, std::uint64_t count) {
        SumsRow row = sums_row({}, sums);
        row.elements = count;
        add(statistics.no_elements.isEmpty() ? row : SumsRow(), name, counting);
        for (TableCell& cell : rows.back())
            if (!cell.defined()) cell.detail = statistics.no_elements;
    };
    std::uint64_t all = 0;
    for (const std::uint64_t count : elements)
        all += count;
    const std::vector<KindSums>& totals = statistics.kinds;
    add_kind(tr("All elements"), sum_of(totals), all);
    for (std::size_t kind = 0; kind < totals.size(); ++kind)
        add_kind(capitalised(element_kinds()[kind].plural), totals[kind], elements[kind]);
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < allocations.size(); ++i)
        add(sums_row({}, allocations[i]), tr("%1 (allocation)").arg(text_of(labels[i])),
            capitalised(name_of(info.allocations[i].role)));
    return rows;
}

} // namespace hitmap
