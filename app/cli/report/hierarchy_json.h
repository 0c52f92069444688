#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/array/cache_geometry.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/source_lines.h"

#include <vector>

namespace hitmap {

/// The columns of traffic (core/report/rows/traffic_columns.h); with the classes of misses where the result
/// has `reuse`.
/// @param sums  a part of the result, of which shares are, or all of it
void put_traffic(Json& json, const TrafficSums& sums, const HierarchyResult& result);
/// A level of the whole: geometry with sector, policy and index, hits, look-ups, rate; L1 with its loads and
/// stores, L2 with what it was asked for.
[[nodiscard]] Json l1_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json l2_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json traffic_of_allocations_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_instructions_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_lines_json(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
