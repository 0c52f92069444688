#pragma once

#include "core/cache/access_outcome.h"
#include "core/cache/cache_geometry.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/request_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Configuration of the stack distance cache model (paper 1, sections 3.2 and 4.2; design 4.2).
/// Policy and index of the geometries must be "lru" and "linear", sector == line.
struct SdcmConfig {
    CacheGeometry l1{32U << 10, 128, 128, 64};
    CacheGeometry l2{6U << 20, 32, 32, 16};
    friend bool operator==(const SdcmConfig&, const SdcmConfig&) = default;
};

/// Sums of hits and look-ups of one level. rate = hits / lookups / hit_unit, undefined without look-ups.
struct LevelSums {
    std::uint64_t hits = 0; ///< units of 2^-24
    std::uint64_t lookups = 0;
    std::uint64_t cold = 0;         ///< look-ups of lines never used before
    std::uint64_t distance_sum = 0; ///< over look-ups that are not cold
    friend bool operator==(const LevelSums&, const LevelSums&) = default;
};

/// One row of the table of allocations.
struct AllocationSums {
    std::uint64_t requests = 0; ///< requests with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< 32 B sectors of those, after coalescing
    LevelSums l1; ///< SDCM: look-ups of lines of this allocation (vertex look-ups of faces included)
    LevelSums l2;
};

struct SdcmResult {
    std::vector<AllocationSums> allocations; ///< [info.allocations]
    std::uint64_t accesses = 0;
};

/// Runs the model over the whole source (rewound first) and gives every access's outcome to `sink`, in order.
/// Results do not depend on the number of threads. Memory beyond the source's: a few blocks, and state per
/// distinct line. Throws UsageError (configuration), Error (recording without scene: faces need their
/// vertices), FileError, Cancelled within 100 ms of being asked.
SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job = {});

} // namespace hitmap
