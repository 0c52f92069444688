#include "app/cli/files/simt_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/simt_columns.h"

#include <string>
#include <string_view>

namespace hitmap {

void write_simt_csv(const SimtSums& sums, TextOutput& out) {
    const auto columns = simt_columns({});
    const auto histogram = lane_histogram_columns(sums.warp_lanes);
    out.write("table," + csv_names(columns) + "," + csv_names(histogram) + "\n");
    const auto write = [&](std::string_view table, const SimtReportRow& row) {
        out.write(std::string(table) + "," + csv_fields(columns, row) + "," + csv_fields(histogram, row) +
                  "\n");
    };
    write("all", simt_total_row({}, sums));
    for (const SimtTable& table : sums.tables)
        for (const SimtRow& row : table.rows)
            write(info_of(table.by).name, simt_report_row(row, sums));
}

} // namespace hitmap
