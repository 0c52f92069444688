#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/optimum_sums.h"
#include "core/cache/results/request_levels.h"
#include "core/cache/results/traffic_sums.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/profile.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <optional>
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

/// What a profile of the hierarchy model knows of it: without frames and limits, and with the reasons of
/// misses that the model was asked for. No value for profiles of others. Throws Cancelled.
[[nodiscard]] std::optional<RecordedTrial> known_trial(const Profile& profile, const RecordingInfo& info,
                                                       const JobContext& job);
/// The same for the requests of the source, without reasons of misses, which takes a part of the time of
/// simulate_recorded(). Throws what simulate_hierarchy() throws.
[[nodiscard]] RecordedTrial simulate_costs(RequestSource& source, const HierarchyConfig& config,
                                           ThreadPool& pool, const JobContext& job);

/// Simulate all requests of the source. They throw what simulate_hierarchy() throws.
[[nodiscard]] TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                                       const JobContext& job);
[[nodiscard]] RecordedTrial simulate_recorded(RequestSource& source, const HierarchyConfig& config,
                                              ThreadPool& pool, const JobContext& job);

} // namespace hitmap
