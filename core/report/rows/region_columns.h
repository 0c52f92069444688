#pragma once

#include "core/analysis/groups/worst_regions.h"
#include "core/report/column/report_column.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace hitmap {

/// A row of the tables of worst regions.
struct RegionRow {
    const WorstRegion& region;
    std::size_t level = 0; ///< 0: L1, 1: L2
    std::size_t rank = 1;
    std::optional<std::uint64_t> source{}; ///< source of region.element, if it has one
    glm::dvec3 offset{0.0};                ///< is added to the places of the region (mesh_offset())
};

/// Returns the columns for CSV files, where all kinds and levels are in one table, and for the window.
/// @param level  level of the window's table
[[nodiscard]] ReportColumns<RegionRow> region_report_columns(std::size_t level);

} // namespace hitmap
