#include "core/report/contents/occupancy_columns.h"

namespace hitmap {

ReportColumns<OccupancyRow> occupancy_columns() {
    return {
        {{.key = "frame", .title = "Frame"}, &OccupancyRow::frame},
        {{.key = "level", .title = "Cache", .type = CellType::text},
         [](const OccupancyRow& row) { return CellValue(name_of(row.level)); }},
        {{.key = "kind", .title = "Kind", .type = CellType::text}, &OccupancyRow::kind},
        {{.key = "allocation", .title = "Allocation", .type = CellType::text}, &OccupancyRow::allocation},
        {{.key = "lines",
          .title = "Lines",
          .type = CellType::number,
          .help = "Lines held at the end of the frame; of L1, the mean over SMs"},
         [](const OccupancyRow& row) { return quotient(row.lines, row.caches); }},
        {{.key = "share", .title = "Share", .type = CellType::rate, .help = "Share of the capacity"},
         [](const OccupancyRow& row) { return quotient(row.lines, row.caches * row.lines_a_cache); }},
    };
}

} // namespace hitmap
