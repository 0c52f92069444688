#pragma once

#include "core/analysis/simt/simt_table.h"
#include "core/report/column/report_column.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// A row of the tables of active lanes.
struct SimtReportRow {
    std::string name;
    LaneSums sums;
    std::optional<LaneHistogram> histogram{};
    LaneSums all{}; ///< the total that shares refer to
    unsigned warp_lanes = warp_size;

    /// The lanes that a full warp has in addition, in all requests of the row.
    [[nodiscard]] std::uint64_t inactive_lanes() const {
        return sums.requests * warp_lanes - sums.active_lanes;
    }
};

/// Returns the row of everything.
[[nodiscard]] SimtReportRow simt_total_row(std::string name, const SimtSums& sums);
[[nodiscard]] SimtReportRow simt_report_row(const SimtRow& row, const SimtSums& sums);

/// Returns the name, requests, active and inactive lanes, efficiency and shares.
/// @param title  title of the column of names: "Source line"
[[nodiscard]] ReportColumns<SimtReportRow> simt_columns(std::string_view title);
/// Returns a column for each number of active lanes from 0 to `warp_lanes`: the requests that have it. Only
/// for CSV files.
[[nodiscard]] ReportColumns<SimtReportRow> lane_histogram_columns(unsigned warp_lanes);

} // namespace hitmap
