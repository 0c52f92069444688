#pragma once

#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// Format text tables. traffic_table() lists the allocations and then the total; lines_table() lists the
/// source lines by falling number of sectors.
[[nodiscard]] std::string traffic_table(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] std::string lines_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
