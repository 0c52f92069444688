#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/query/profile.h"

#include <span>
#include <string>

namespace hitmap {

/// "l1_misses" and "l2_misses", each {cold, capacity, conflict}.
void put_misses(Json& json, const TrafficSums& sums);
/// Into the object of a simulation, which has "l1", "l2", "traffic" and "elements": misses, and in "l1" and
/// "l2" numbers of look-ups by powers of two of their reuse distance. The result has `reuse`.
/// @param kinds  sums of elements
void put_why(Json& json, const HierarchyResult& result, std::span<const KindSums> kinds);
/// For a person: a row an allocation and source line, everything last. The result has `reuse`.
[[nodiscard]] std::string why_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
