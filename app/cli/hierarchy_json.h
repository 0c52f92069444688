#pragma once

#include "app/cli/info_json.h"
#include "core/cache/hierarchy.h"

#include <vector>

namespace hitmap {

/// The instructions of one source line, added up.
struct SourceLineSums {
    std::string file; ///< empty: not known
    std::uint32_t line = 0;
    TrafficSums sums;
};
/// By file and line; instructions that were never executed are left out.
[[nodiscard]] std::vector<SourceLineSums> sums_by_line(const RecordingInfo& info,
                                                       const std::vector<TrafficSums>& instructions);

/// Bytes moved: between SMs and L1, L1 (or SMs past it) and L2, L2 and memory (thesis on GPU memory
/// profiling, 2024, section 3.1).
struct MovedBytes {
    std::uint64_t l1 = 0;
    std::uint64_t l2 = 0;
    std::uint64_t dram = 0;
};
[[nodiscard]] MovedBytes moved_bytes(const TrafficSums& sums);

/// "requests", "sectors", "sectors_per_request", hits, look-ups and rates of both levels, where they come
/// from, shares of `all` and bytes moved.
void put_traffic(Json& json, const TrafficSums& sums, const TrafficSums& all);
/// A level of the whole: geometry with sector, policy and index, hits, look-ups, rate; L1 with its loads and
/// stores, L2 with what it was asked for.
[[nodiscard]] Json l1_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json l2_json(const CacheGeometry& geometry, const TrafficSums& all);
[[nodiscard]] Json traffic_of_allocations_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_instructions_json(const RecordingInfo& info, const HierarchyResult& result);
[[nodiscard]] Json traffic_of_lines_json(const RecordingInfo& info, const HierarchyResult& result);

} // namespace hitmap
