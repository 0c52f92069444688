#pragma once

#include "core/cache/evictions/eviction_report.h"
#include "core/cache/results/level.h"
#include "core/report/column/report_column.h"

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

} // namespace hitmap
