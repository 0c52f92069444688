#pragma once

#include "core/cache/contents/eviction_report.h"
#include "core/cache/results/level.h"
#include "core/report/column/report_column.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A row of the table of evictions: lines of one kind that lines of another kind evicted.
struct EvictionRow {
    CellValue kind; ///< what the kinds are: "allocation" or "box_level"
    Level level;
    CellValue evicted; ///< name of the allocation, or level of the boxes; undefined: none
    CellValue evicted_by;
    EvictionCell cell;
};

[[nodiscard]] ReportColumns<EvictionRow> eviction_columns();

[[nodiscard]] inline const LevelEvictions& evictions_of(const EvictionReport& report, Level level) {
    return level == Level::l1 ? report.l1 : report.l2;
}

/// Calls visit(row) for all evictions of a report: by allocation in L1 and L2, then by level of boxes.
template <class Visit>
void for_each_eviction_row(const RecordingInfo& info, const EvictionReport& report, const Visit& visit) {
    const std::vector<std::string> labels = allocation_labels(info);
    const auto visit_all = [&](const char* kind, Level level, const std::vector<EvictionCell>& cells,
                               const auto& name) {
        const auto named = [&](const std::optional<std::uint32_t>& of) {
            return of ? CellValue(name(*of)) : CellValue();
        };
        for (const EvictionCell& cell : cells)
            visit(EvictionRow{kind, level, named(cell.evicted), named(cell.evicting), cell});
    };
    for (const Level level : both_levels)
        visit_all("allocation", level, evictions_of(report, level).allocations,
                  [&](std::uint32_t allocation) { return labels[allocation]; });
    for (const Level level : both_levels)
        visit_all("box_level", level, evictions_of(report, level).box_levels,
                  [](std::uint32_t number) { return number; });
}

} // namespace hitmap
