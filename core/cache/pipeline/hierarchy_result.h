#pragma once

#include "core/cache/results/request_levels.h"
#include "core/cache/results/tlb_sums.h"
#include "core/cache/results/traffic_sums.h"
#include "core/cache/reuse/reuse_histogram.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The sums of the memory pipeline over a whole recording.
struct HierarchyResult {
    TrafficSums total;
    std::vector<TrafficSums> instructions; ///< [info.instructions]; without write-backs of L1
    std::vector<TrafficSums> allocations;  ///< [info.allocations]
    std::optional<TlbSums> tlb;            ///< set if config.tlb is set
    std::vector<SmWork> sms;               ///< one for each SM up to the last one with requests
    std::optional<ReuseReport> selected;   ///< all look-ups of sinks.selection, in `all`
    /// Set if config.explain_misses is set; then TrafficSums contain MissClasses.
    std::optional<ReuseReport> reuse;
    std::uint64_t accesses = 0; ///< 0 if no sink receives accesses
    /// Peak memory for the state of warps and for accesses whose outcomes were not complete.
    std::uint64_t peak_pending_bytes = 0;
};

} // namespace hitmap
