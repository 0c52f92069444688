#pragma once

#include "core/report/rows/traffic_columns.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// The traffic of a source line, a function or a file, or of one allocation in it.
struct SourceRow : TrafficRow {
    std::optional<std::uint64_t> active_lanes{};  ///< added up over requests, maybe of another window
    std::optional<std::uint64_t> lane_requests{}; ///< their number
};

/// Makes a row from sums of the hierarchy model.
/// @param all  the total that shares refer to
[[nodiscard]] SourceRow source_row(std::string name, const TrafficSums& sums, const TrafficSums& all);
[[nodiscard]] SourceRow source_row(std::string name, const AllocationSums& sums, const TrafficSums& all);

/// Returns requests, sectors and active lanes, and by level rate, hits, look-ups, misses and the share of all
/// misses. The first column of a table, its name, is left to the output.
[[nodiscard]] const ReportColumns<SourceRow>& source_columns();

} // namespace hitmap
