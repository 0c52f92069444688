#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/model/request.h"

#include <memory>
#include <vector>

namespace hitmap {

/// What the reference says of a recording.
struct ReferenceResult {
    TrafficSums total;
    std::vector<TrafficSums> instructions;
    std::vector<TrafficSums> allocations;
    std::vector<AccessOutcome> outcomes; ///< of all element accesses
    std::vector<RequestLevels> requests;
};

/// The memory pipeline as docs/cache-models.md defines it, byte by byte, line by line, one request after the
/// other, on NaiveCache. Policies lru, fifo and plru; no streaming loads.
[[nodiscard]] ReferenceResult hierarchy_reference(const RecordingInfo& info, const RecordedScene* scene,
                                                  const std::vector<Request>& requests,
                                                  const HierarchyConfig& config);

} // namespace hitmap
