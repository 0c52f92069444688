#include "app/cli/files/contents_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/contents/eviction_columns.h"
#include "core/report/contents/held_line_columns.h"
#include "core/report/contents/occupancy_columns.h"
#include "core/trace/model/allocation_label.h"

#include <cstddef>
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

void write_held_lines_csv(const RecordingInfo& info, const std::vector<HeldLines>& caches, TextOutput& out) {
    const auto columns = held_line_columns();
    const HeldLineRows rows(info);
    out.write(csv_names(columns) + "\n");
    for (std::size_t moment = 0; moment < caches.front().moments.size(); ++moment)
        for (const HeldLines& held : caches)
            for (const HeldLine& line : held.moments.at(moment))
                out.write(csv_fields(columns, rows.row_of(held, moment, line)) + "\n");
}

} // namespace hitmap
