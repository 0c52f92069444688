#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/sums_history.h"
#include "core/cache/sdcm/packed_accesses.h"
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

/// What a simulation passes on to the next one of the same recording, which may have other caches.
struct SdcmKeeping {
    /// The simulation starts from this and does not read the source, if it is not null.
    const PackedAccesses* from = nullptr;
    /// Is filled, if it is not null. It must be empty. If the simulation throws, it has no use.
    PackedAccesses* into = nullptr;
};

/// Runs the model over the whole source, which is rewound first, and passes the outcome of each access to
/// `sink`, in order. Results do not depend on the number of threads. In addition to the source, it needs
/// memory for a few blocks and state for each distinct line. `history` may be null; otherwise it must be
/// empty and have a row for each allocation of the source. Throws UsageError (configuration), FileError
/// (errors while reading; no scene, which is needed for the vertices of faces; more or fewer accesses than
/// the file states), and Cancelled within 100 ms of a request to cancel. With `keeping`, `history` must not
/// be null, here and in the simulation that kept.
SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job = {}, AllocationHistory* history = nullptr,
                         const SdcmKeeping& keeping = {});

/// The same for its outcomes alone: the requests and sectors of allocations are not counted, whose counting
/// takes about a twentieth of the time of simulate_sdcm().
void simulate_sdcm_outcomes(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink,
                            ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
