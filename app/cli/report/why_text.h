#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/profile/query/window_sums.h"

#include <span>
#include <string>

namespace hitmap {

/// Adds the reasons of misses to the object of a simulation, which has "l1", "l2" and "elements". Each gets
/// its misses {cold, capacity, conflict}; "l1" and "l2" also get the numbers of look-ups by powers of two of
/// their reuse distance. The result must have `reuse`.
/// @param kinds  sums of the elements by kind
void put_why(Json& json, const HierarchyResult& result, std::span<const KindSums> kinds);
/// Formats a text table: a row for each allocation and source line, and the total. The result must have
/// `reuse`.
[[nodiscard]] std::string why_table(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
