#include "core/report/rows/source_columns.h"

#include "core/cache/results/access_outcome.h"

#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using SourceColumns = ReportColumns<SourceRow>;

/// Returns a column of the tables of traffic with another title.
ReportColumn<SourceRow> traffic_column(std::string_view key, std::string title, std::string text_title) {
    ReportColumns<TrafficRow> columns = traffic_columns(TrafficOf::source_lines);
    for (ReportColumn<TrafficRow>& column : columns) {
        if (column.info.key != key) continue;
        column.info.title = std::move(title);
        column.info.text.title = std::move(text_title);
        column.info.in = {};
        return {std::move(column.info), std::move(column.value)};
    }
    return {};
}

CellValue mean_lanes(const SourceRow& row) {
    if (!row.active_lanes || !row.lane_requests) return {};
    return quotient(*row.active_lanes, *row.lane_requests);
}

ReportColumn<SourceRow> lanes_column() {
    return {{.key = "active_lanes_per_request",
             .title = "Lanes",
             .type = CellType::number,
             .text = {.title = "lanes", .decimals = 1},
             .help = "Active lanes of a request on average, of 32, over the whole recording",
             .of = "lanes"},
            [](const SourceRow& row) {
                CellValue lanes = mean_lanes(row);
                lanes.of.reset();
                return lanes;
            }};
}

ReportColumn<SourceRow> misses_column(std::size_t level) {
    const std::string name = level == 0 ? "L1" : "L2";
    return {{.key = level == 0 ? "l1_misses" : "l2_misses",
             .title = name + " misses",
             .text = {.title = name + " misses"},
             .help = "Look-ups that missed"},
            [level](const SourceRow& row) -> CellValue {
                if (!row.sums) return {};
                const LevelSums& sums = level == 0 ? row.sums->l1 : row.sums->l2;
                return (sums.lookups * hit_unit - sums.hits) / hit_unit;
            }};
}

SourceColumns make_source_columns() {
    SourceColumns columns{traffic_column("requests", "Requests", "requests"),
                          traffic_column("sectors", "Sectors", "sectors"), lanes_column()};
    for (const std::size_t level : {0U, 1U}) {
        const std::string name = level == 0 ? "L1" : "L2";
        const std::string key = level == 0 ? "l1_" : "l2_";
        columns.push_back(traffic_column(key + "hit_rate", name + " rate", name + " rate"));
        columns.push_back(traffic_column(key + "hits", name + " hits", name + " hits"));
        columns.push_back(traffic_column(key + "lookups", name + " look-ups", name + " look-ups"));
        columns.push_back(misses_column(level));
        columns.push_back(
            traffic_column("share_of_" + key + "misses", name + " share", "of " + name + " misses"));
    }
    column_named(columns, "share_of_l2_misses").help = "Share of all misses of the level";
    for (const char* key : {"l1_hits", "l1_lookups", "l2_hits", "l2_lookups", "share_of_l2_misses"})
        column_named(columns, key).in.text = false;
    return columns;
}

SourceRow row_of(TrafficRow traffic) {
    SourceRow row;
    static_cast<TrafficRow&>(row) = std::move(traffic);
    return row;
}

} // namespace

SourceRow source_row(std::string name, const TrafficSums& sums, const TrafficSums& all) {
    return row_of(traffic_row(std::move(name), sums, all, false));
}

SourceRow source_row(std::string name, const AllocationSums& sums, const TrafficSums& all) {
    return row_of({.name = std::move(name),
                   .requests = sums.requests,
                   .sums = sums,
                   .all = allocation_sums(all),
                   .levels = {reported_level(sums.l1.hits / hit_unit, sums.l1.lookups),
                              reported_level(sums.l2.hits / hit_unit, sums.l2.lookups)}});
}

const SourceColumns& source_columns() {
    static const SourceColumns columns = make_source_columns();
    return columns;
}

} // namespace hitmap
