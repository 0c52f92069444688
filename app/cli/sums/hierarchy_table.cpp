#include "app/cli/sums/hierarchy_table.h"

#include "core/cache/results/source_lines.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/traffic_columns.h"
#include "core/trace/model/allocation_label.h"

#include <algorithm>

namespace hitmap {

namespace {

ReportColumns<TrafficRow> printed_columns(TrafficOf of) {
    return columns_in(traffic_columns(of), &ReportPlaces::text,
                      {"sectors_per_request", "l1_hit_rate", "l1_lookups", "l2_hit_rate", "l2_lookups"});
}

} // namespace

std::vector<TrafficRow> traffic_rows(const RecordingInfo& info, std::span<const TrafficSums> sums,
                                     const TrafficSums& total) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::vector<TrafficRow> rows;
    for (std::size_t i = 0; i < sums.size(); ++i)
        rows.push_back(traffic_row(labels[i], sums[i], total, false));
    rows.push_back(traffic_row("everything", total, total, false));
    return rows;
}

std::vector<TrafficRow> line_rows(const RecordingInfo& info, std::span<const TrafficSums> sums,
                                  const TrafficSums& total) {
    auto lines = sums_by_line(info, sums);
    std::stable_sort(lines.begin(), lines.end(), [](const SourceLineSums& a, const SourceLineSums& b) {
        return a.sums.sectors > b.sums.sectors;
    });
    std::vector<TrafficRow> rows;
    for (const SourceLineSums& line : lines)
        rows.push_back(traffic_row(line.name, line.sums, total, false));
    return rows;
}

std::string traffic_table(const RecordingInfo& info, const HierarchyResult& result) {
    return text_table(printed_columns(TrafficOf::allocations),
                      traffic_rows(info, result.allocations, result.total));
}

std::string lines_table(const RecordingInfo& info, const HierarchyResult& result) {
    return text_table(printed_columns(TrafficOf::source_lines),
                      line_rows(info, result.instructions, result.total)) +
           "What L2 writes to DRAM is known by allocation alone, not by source line.\n";
}

} // namespace hitmap
