#include "app/cli/csv/contents_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/eviction_columns.h"
#include "core/report/rows/occupancy_columns.h"
#include "core/trace/model/allocation_label.h"

#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

void write_eviction_csv(const RecordingInfo& info, const EvictionReport& report, TextOutput& out) {
    const auto columns = eviction_columns();
    const std::vector<std::string> labels = allocation_labels(info);
    out.write(csv_names(columns) + "\n");
    using Name = std::function<CellValue(std::uint32_t)>;
    const auto write = [&](const char* kind, Level level, const std::vector<EvictionCell>& cells,
                           const Name& name) {
        const auto named = [&](const std::optional<std::uint32_t>& of) {
            return of ? name(*of) : CellValue();
        };
        for (const EvictionCell& cell : cells)
            out.write(csv_fields(columns, {kind, level, named(cell.evicted), named(cell.evicting), cell}) +
                      "\n");
    };
    const Name label = [&](std::uint32_t allocation) { return CellValue(labels[allocation]); };
    const Name number = [](std::uint32_t level) { return CellValue(level); };
    for (const Level level : both_levels)
        write("allocation", level, (level == Level::l1 ? report.l1 : report.l2).allocations, label);
    for (const Level level : both_levels)
        write("box_level", level, (level == Level::l1 ? report.l1 : report.l2).box_levels, number);
}

void write_occupancy_csv(const RecordingInfo& info, const OccupancySink& occupancy, TextOutput& out) {
    const auto columns = occupancy_columns();
    const std::vector<std::string> labels = allocation_labels(info);
    out.write(csv_names(columns) + "\n");
    for (const Level level : both_levels) {
        std::vector<bool> is_ever(labels.size() + 1);
        occupancy.for_each_frame(level, [&](std::size_t /*frame*/, const std::vector<std::uint64_t>& lines) {
            for (std::size_t i = 0; i < lines.size(); ++i)
                if (lines[i] != 0) is_ever[i] = true;
        });
        const std::uint64_t caches = occupancy.caches(level);
        const std::uint64_t capacity = occupancy.lines_a_cache(level);
        occupancy.for_each_frame(level, [&](std::size_t frame, const std::vector<std::uint64_t>& lines) {
            const auto write = [&](const char* kind, const CellValue& allocation, std::uint64_t count) {
                out.write(csv_fields(columns, {frame, level, kind, allocation, count, caches, capacity}) +
                          "\n");
            };
            for (std::size_t i = 0; i < labels.size(); ++i)
                if (is_ever[i]) write("allocation", labels[i], lines[i]);
            if (is_ever.back()) write("none", {}, lines.back());
            const std::uint64_t held = std::accumulate(lines.begin(), lines.end(), std::uint64_t{0});
            write("empty", {}, caches * capacity - held);
        });
    }
}

} // namespace hitmap
