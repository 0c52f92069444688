#include "core/report/rows/ray_columns.h"

namespace hitmap {

namespace {

ReportColumns<RayReportRow> counts_of_rays() {
    return {
        {{.key = "rays", .title = "Rays", .text = {"rays", 12}},
         [](const RayReportRow& row) { return CellValue(row.row.sums.rays); }},
        {{.key = "calls",
          .title = "Calls",
          .text = {"calls", 11},
          .help = "Times that a warp traces rays, one or more at once"},
         [](const RayReportRow& row) { return CellValue(row.row.sums.calls); }},
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .text = {"efficiency", 11},
          .help = "Rays divided by lanes of a warp times calls",
          .of = "lanes"},
         [](const RayReportRow& row) {
             return quotient(row.row.sums.rays, row.row.sums.calls * row.warp_lanes);
         }},
    };
}

ReportColumns<RayReportRow> ends_of_rays() {
    return {
        {{.key = "hits", .title = "Hits", .text = {"hits", 12}, .help = "Rays that ended with a hit"},
         [](const RayReportRow& row) { return CellValue(row.row.sums.hits); }},
        {{.key = "misses", .title = "Misses", .text = {"misses", 12}, .help = "Rays that ended without one"},
         [](const RayReportRow& row) { return CellValue(row.row.sums.misses); }},
        {{.key = "not_asked",
          .title = "Not asked",
          .text = {"not asked", 11},
          .help = "Rays of which the program does not ask how they end"},
         [](const RayReportRow& row) {
             const RaySums& sums = row.row.sums;
             return CellValue(sums.rays - sums.hits - sums.misses);
         }},
        {{.key = "mean_length",
          .title = "Mean length",
          .type = CellType::measure,
          .text = {"length", 10},
          .help = "Mean distance from the origin of a ray to its hit, in units of the scene"},
         [](const RayReportRow& row) {
             return quotient(row.row.sums.length, static_cast<double>(row.row.sums.with_length));
         }},
    };
}

ReportColumns<RayReportRow> likeness_of_rays() {
    return {
        {{.key = "coherence",
          .title = "Coherence",
          .type = CellType::number,
          .text = {"coherence", 11},
          .help =
              "How alike the directions of the rays are that a warp traces at once: 1 if they are parallel, "
              "near 0 if they go everywhere"},
         [](const RayReportRow& row) {
             return quotient(row.row.sums.resultant, static_cast<double>(row.row.sums.compared));
         }},
        {{.key = "origin_spread",
          .title = "Spread of origins",
          .type = CellType::rate,
          .text = {"spread", 9},
          .help =
              "Mean distance of the origins of the rays that a warp traces at once from their centre, as a "
              "share of the diagonal of the scene"},
         [](const RayReportRow& row) {
             return quotient(row.row.sums.spread, static_cast<double>(row.row.sums.compared) * row.diagonal);
         }},
    };
}

} // namespace

ReportColumns<RayReportRow> ray_columns(std::string_view title) {
    ReportColumns<RayReportRow> columns{
        {{.key = "name", .title = std::string(title), .type = CellType::text, .text = {"", 32}},
         [](const RayReportRow& row) { return CellValue(row.row.name); }}};
    for (const auto& more : {counts_of_rays(), ends_of_rays(), likeness_of_rays()})
        columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

} // namespace hitmap
