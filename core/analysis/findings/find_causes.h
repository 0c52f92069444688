#pragma once

#include "core/analysis/findings/details.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/findings/pending_findings.h"
#include "core/cache/gpu/gpu_preset.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace hitmap {

/// The findings of a recording, and what they were made from.
struct FoundCauses {
    RecordedTrial recorded;
    std::vector<TriedChange> tried; ///< in the order of changes_to_try()
    std::size_t left_out = 0;       ///< ChangesToTry::left_out
    LevelLatencies latencies;
    std::vector<Finding> findings;
    FindingDetails details{}; ///< of the allocations that the findings name
};

/// Takes PendingFindings::list(): the findings so far, without details.
using PendingTold = std::function<void(const std::vector<PendingFinding>&)>;

/// Simulates a recording as it is and with each of changes_to_try(), one after the other in the order of
/// PendingFindings, then for find_details(), and returns the findings. Progress counts simulations. Throws
/// Error if the recording has no requests; what try_change() throws.
/// @param preset  the GPU whose latencies weigh the levels
/// @param told    is called after the first simulation, when it is known what is tried, and after each
/// change, in
///                this thread; may be empty
[[nodiscard]] FoundCauses find_causes(const FindingTrial& trial, const GpuPreset& preset, ThreadPool& pool,
                                      const JobContext& job = {}, const PendingTold& told = {});

} // namespace hitmap
