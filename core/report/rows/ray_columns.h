#pragma once

#include "core/analysis/rays/ray_table.h"
#include "core/report/column/report_column.h"

#include <string_view>

namespace hitmap {

/// A row of the tables of rays.
struct RayReportRow {
    RayRow row;
    unsigned warp_lanes = 0; ///< Device::warp_size
    double diagonal = 0.0;   ///< RayTable::diagonal
};

/// Returns the name, and how many rays there are, how they end and how alike those of a warp are.
/// @param title  title of the column of names: "Kind and bounce"
[[nodiscard]] ReportColumns<RayReportRow> ray_columns(std::string_view title);

} // namespace hitmap
