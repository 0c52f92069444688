#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/elements/lane_access.h"
#include "core/profile/models/cache_model.h"

#include <span>
#include <vector>

namespace hitmap {

/// Runs the model over the whole recording and returns the results of some accesses: [accesses]. `accesses`
/// must be those of `source`, as find_accesses() lists them. Throws the errors of simulate_restricted().
[[nodiscard]] std::vector<LaneAccessResult>
simulate_accesses(RequestSource& source, const ModelConfig& config, const Restriction& only,
                  std::span<const LaneAccess> accesses, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
