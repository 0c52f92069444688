#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/counted_parts.h"
#include "core/cache/results/request_levels.h"
#include "core/cache/results/sums_history.h"
#include "core/cache/stages/element_selection.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

class LocalTrafficSink;

/// Receives what the levels said of requests, in order, block by block. Called by one thread at a time.
class RequestLevelsSink {
public:
    virtual ~RequestLevelsSink() = default;
    /// @param levels    [block.entries]
    /// @param accesses  element accesses of the block, as their positions cut time
    /// @param first_position  number of element accesses before the block
    virtual void add(const RequestView& block, std::span<const RequestLevels> levels,
                     std::span<const ElementAccess> accesses, std::uint64_t first_position) = 0;
};

/// Where results go besides the sums; each may be null.
struct HierarchySinks {
    OutcomeSink* outcomes = nullptr; ///< of element accesses; without it, none is attributed
    RequestLevelsSink* requests = nullptr;
    TrafficHistory* history = nullptr; ///< empty, made for the rows of the source (TrafficRows)
    /// Whose look-ups HierarchyResult::selected counts, with config.explain_misses.
    const ElementSelection* selection = nullptr;
    CountedParts counted = {}; ///< for `outcomes`: whose look-ups belong to accesses
    LocalTrafficSink* local = nullptr;
};

/// Runs the memory pipeline over the whole source (rewound first): requests are coalesced into sectors, go
/// through the L1 of their SM, and what that does not serve through L2 (docs/cache-models.md). Launches
/// follow one another: where the launch of requests changes, the one before has ended. Results do not depend
/// on the number of threads. Throws UsageError (configuration), FileError (of reading; more or fewer accesses
/// than the file says), Cancelled within 100 ms of being asked.
HierarchyResult simulate_hierarchy(RequestSource& source, const HierarchyConfig& config,
                                   const HierarchySinks& sinks, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
