#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/model/request.h"

#include <memory>
#include <vector>

namespace hitmap {

/// The results of the reference implementation for a recording.
struct ReferenceResult {
    TrafficSums total;
    std::vector<TrafficSums> instructions;
    std::vector<TrafficSums> allocations;
    std::vector<AccessOutcome> outcomes; ///< outcomes of all element accesses
    std::vector<RequestLevels> requests;
};

/// The memory pipeline as defined in docs/cache-models.md: byte by byte, line by line, one request after the
/// other, on NaiveCache. It supports the policies lru, fifo and plru, and no streaming loads.
[[nodiscard]] ReferenceResult hierarchy_reference(const RecordingInfo& info, const RecordedScene* scene,
                                                  const std::vector<Request>& requests,
                                                  const HierarchyConfig& config);

} // namespace hitmap
