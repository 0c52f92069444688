#pragma once

#include "core/cache/results/level.h"
#include "core/report/column/report_column.h"

#include <cstdint>

namespace hitmap {

/// A row of the table of occupancy: the lines that a level holds at the end of a frame for one allocation.
struct OccupancyRow {
    std::uint64_t frame = 0;
    Level level{};
    CellValue kind;       ///< "allocation"; "none", lines of no allocation; or "empty", ways without a line
    CellValue allocation; ///< its name; undefined for the other kinds
    std::uint64_t lines = 0;  ///< in all caches of the level
    std::uint64_t caches = 1; ///< number of these
    std::uint64_t lines_a_cache = 1;
};

[[nodiscard]] ReportColumns<OccupancyRow> occupancy_columns();

} // namespace hitmap
