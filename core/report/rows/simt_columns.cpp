#include "core/report/rows/simt_columns.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

SimtReportRow simt_total_row(std::string name, const SimtSums& sums) {
    const LaneSums all = sums.all.sums();
    return {std::move(name), all, sums.all, all, sums.warp_lanes};
}

SimtReportRow simt_report_row(const SimtRow& row, const SimtSums& sums) {
    return {row.name, row.sums, row.histogram, sums.all.sums(), sums.warp_lanes};
}

ReportColumns<SimtReportRow> simt_columns(std::string_view title) {
    using Row = SimtReportRow;
    return {
        {{.key = "name", .title = std::string(title), .type = CellType::text, .text = {"", 32}}, &Row::name},
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .text = {"efficiency", 12},
          .help = "Active lanes divided by lanes of a warp times requests; under it, the share of "
                  "inactive lanes",
          .of = "lanes"},
         [](const Row& row) { return quotient(row.sums.active_lanes, row.sums.requests * row.warp_lanes); }},
        {{.key = "requests",
          .title = "Requests",
          .text = {"requests", 14},
          .help = "Memory instructions executed by warps; under them, their active lanes"},
         [](const Row& row) { return CellValue(row.sums.requests); }},
        {{.key = "active_lanes", .title = "Active lanes", .text = {"active lanes", 16}},
         [](const Row& row) { return CellValue(row.sums.active_lanes); }},
        {{.key = "inactive_lanes",
          .title = "Inactive lanes",
          .text = {"inactive lanes", 16},
          .help = "Lanes that full warps would have in addition"},
         [](const Row& row) { return CellValue(row.inactive_lanes()); }},
        {{.key = "share_of_inactive_lanes",
          .title = "Share of inactive",
          .type = CellType::rate,
          .in = {.csv = false},
          .text = {"share", 9},
          .help = "Share of the inactive lanes of all requests",
          .of = "inactive lanes"},
         [](const Row& row) {
             return quotient(row.inactive_lanes(), row.all.requests * row.warp_lanes - row.all.active_lanes);
         }},
    };
}

ReportColumns<SimtReportRow> lane_histogram_columns(unsigned warp_lanes) {
    ReportColumns<SimtReportRow> columns;
    for (unsigned lanes = 0; lanes <= warp_lanes; ++lanes)
        columns.push_back({{.key = fmt::format("requests_{}", lanes),
                            .in = {.text = false, .json = false, .window = false}},
                           [lanes](const SimtReportRow& row) {
                               return row.histogram ? CellValue(row.histogram->requests[lanes]) : CellValue();
                           }});
    return columns;
}

} // namespace hitmap
