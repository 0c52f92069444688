#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/sums_history.h"
#include "core/cache/sdcm/sdcm_config.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

struct SdcmResult {
    std::vector<AllocationSums> allocations; ///< [info.allocations]
    std::uint64_t accesses = 0;
};

/// Runs the model over the whole source (rewound first) and gives every access's outcome to `sink`, in order.
/// Results do not depend on the number of threads. Memory beyond the source's: a few blocks, and state per
/// distinct line. Throws UsageError (configuration), FileError (of reading; recording without scene: faces
/// need their vertices; more or fewer accesses than the file says), Cancelled within 100 ms of being asked.
/// `history`: empty, made for the source's allocations; is filled where it is given.
SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job = {}, AllocationHistory* history = nullptr);

} // namespace hitmap
