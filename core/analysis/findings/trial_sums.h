#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/optimum_sums.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What the hierarchy model counts in a recording, as it is or changed.
struct TrialSums {
    std::vector<std::string> allocations; ///< [allocations] their labels
    HierarchyResult result;
    AccessMatrix matrix;
    std::vector<TrafficSums> frames;      ///< RequestFrames::frames()
    std::optional<OptimumReport> optimum; ///< of the recording as it is alone

    /// The active lanes of all requests, added up.
    [[nodiscard]] std::uint64_t lane_accesses() const;
};

/// Simulates all requests of the source.
/// @param optimum  whether to find what optimal replacement would do
/// Throws what simulate_hierarchy() throws.
[[nodiscard]] TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, bool optimum,
                                       ThreadPool& pool, const JobContext& job);

} // namespace hitmap
