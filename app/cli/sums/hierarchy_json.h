#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/array/cache_geometry.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/source_lines.h"

#include <vector>

namespace hitmap {

/// Adds the columns of traffic (core/report/rows/traffic_columns.h). If the result has `reuse`, the classes
/// of misses are added, too.
/// @param sums  a part of the result, or its total
void put_traffic(Json& json, const TrafficSums& sums, const HierarchyResult& result);
/// Describes a cache and its sums: geometry with sector size, policy and index function; hits, look-ups and
/// hit rate; for L1 also its loads and stores, for L2 its look-ups by cause.
[[nodiscard]] Json l1_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json l2_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json traffic_of_allocations_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_instructions_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_lines_json(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
