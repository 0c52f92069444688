#include "app/cli/csv/contents_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/eviction_columns.h"
#include "core/report/rows/occupancy_columns.h"
#include "core/trace/model/allocation_label.h"

#include <string>
#include <vector>

namespace hitmap {

void write_eviction_csv(const RecordingInfo& info, const EvictionReport& report, TextOutput& out) {
    const auto columns = eviction_columns();
    out.write(csv_names(columns) + "\n");
    for_each_eviction_row(info, report,
                          [&](const EvictionRow& row) { out.write(csv_fields(columns, row) + "\n"); });
}

void write_occupancy_csv(const RecordingInfo& info, const OccupancySink& occupancy, TextOutput& out) {
    const auto columns = occupancy_columns();
    const std::vector<std::string> labels = allocation_labels(info);
    out.write(csv_names(columns) + "\n");
    for (const Level level : both_levels) {
        const OccupiedCaches caches{level, occupancy.caches(level), occupancy.lines_a_cache(level)};
        for_each_occupancy_row(
            labels, caches, [&](const auto& visit) { occupancy.for_each_frame(level, visit); },
            [&](const OccupancyRow& row) { out.write(csv_fields(columns, row) + "\n"); });
    }
}

} // namespace hitmap
