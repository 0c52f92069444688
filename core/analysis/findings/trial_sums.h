#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/optimum_sums.h"
#include "core/cache/results/request_levels.h"
#include "core/cache/results/traffic_sums.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// What the hierarchy model counts in a recording, as it is or changed.
struct TrialSums {
    TrafficSums total;
    std::vector<std::string> labels;      ///< [allocations] their names
    std::vector<TrafficSums> allocations; ///< [allocations]
    std::uint64_t lane_accesses = 0;      ///< active lanes of all requests, added up
    std::vector<TrafficSums> frames;      ///< RequestFrames::frames()
};

/// The same for the recording as it is, with what says why.
struct RecordedTrial {
    TrialSums sums; ///< with reasons of misses
    AccessMatrix matrix;
    std::vector<SmWork> sms; ///< one for each SM up to the last one with requests
    OptimumReport optimum;
};

/// Simulate all requests of the source. They throw what simulate_hierarchy() throws.
[[nodiscard]] TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                                       const JobContext& job);
[[nodiscard]] RecordedTrial simulate_recorded(RequestSource& source, const HierarchyConfig& config,
                                              ThreadPool& pool, const JobContext& job);

} // namespace hitmap
