#pragma once

#include "core/analysis/simt/execution_sums.h"
#include "core/jobs/progress.h"
#include "core/trace/stream/request_source.h"

namespace hitmap {

/// The most warp slots that may have a warp at the same time. A recording that has more is refused.
inline constexpr std::size_t most_running_warps = std::size_t{1} << 16;

/// Sums the execution events of a recording. A warp ends when another one of its launch begins in its slot,
/// or with the last event of its launch; launches may run at the same time. Events are read once, and once
/// more if there are several launches, to know when each ends. Memory: about 1.5 KiB for each warp that runs,
/// 520 bytes for each function that it executes, and what Compaction needs.
/// @param source  read from its beginning
/// @param lives   whether to list the lives of warps, which takes 48 bytes for each
/// Throws Error (calls or running warps beyond the limits), what reading throws, and Cancelled.
[[nodiscard]] ExecutionSums sum_executions(RequestSource& source, bool lives = false,
                                           const JobContext& job = {});

} // namespace hitmap
