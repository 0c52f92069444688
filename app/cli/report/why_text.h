#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/profile/query/window_sums.h"

#include <span>
#include <string>

namespace hitmap {

/// Into the object of a simulation, which has "l1", "l2" and "elements": misses, each {cold, capacity,
/// conflict}, and in "l1" and "l2" numbers of look-ups by powers of two of their reuse distance. The result
/// has `reuse`.
/// @param kinds  sums of elements
void put_why(Json& json, const HierarchyResult& result, std::span<const KindSums> kinds);
/// For a person: a row an allocation and source line, everything last. The result has `reuse`.
[[nodiscard]] std::string why_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
