#pragma once

#include "core/cache/results/request_levels.h"
#include "core/cache/results/tlb_sums.h"
#include "core/cache/results/traffic_sums.h"
#include "core/cache/reuse/reuse_histogram.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// What the memory pipeline counted in a whole recording.
struct HierarchyResult {
    TrafficSums total;
    std::vector<TrafficSums> instructions; ///< [info.instructions]; without what L1 writes back
    std::vector<TrafficSums> allocations;  ///< [info.allocations]
    std::optional<TlbSums> tlb;            ///< where config.tlb
    std::vector<SmWork> sms;               ///< as far as there are requests
    std::optional<ReuseReport> selected;   ///< of sinks.selection, under `all`
    std::optional<ReuseReport> reuse;      ///< where config.explain_misses; then TrafficSums have MissClasses
    std::uint64_t accesses = 0;            ///< 0 where no sink wants to know of them
    std::uint64_t peak_pending_bytes = 0;  ///< of accesses whose outcomes were not complete, and of warps
};

} // namespace hitmap
