#pragma once

#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// Tables for a person: of allocations, with everything last, and of source lines, most sectors first.
[[nodiscard]] std::string traffic_table(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] std::string lines_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
