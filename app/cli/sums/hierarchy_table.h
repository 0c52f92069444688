#pragma once

#include "core/cache/pipeline/hierarchy_result.h"
#include "core/report/rows/traffic_columns.h"
#include "core/trace/model/recording.h"

#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// Return the rows of allocations, with the total at the end, and of source lines by falling number of
/// sectors.
/// @param sums   [info.allocations] or [info.instructions]
/// @param total  what shares refer to
[[nodiscard]] std::vector<TrafficRow>
traffic_rows(const RecordingInfo& info, std::span<const TrafficSums> sums, const TrafficSums& total);
[[nodiscard]] std::vector<TrafficRow> line_rows(const RecordingInfo& info, std::span<const TrafficSums> sums,
                                                const TrafficSums& total);

/// Format text tables. traffic_table() lists the allocations and then the total; lines_table() lists the
/// source lines by falling number of sectors.
[[nodiscard]] std::string traffic_table(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] std::string lines_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
