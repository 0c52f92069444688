#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/address_map.h"
#include "core/cache/results/counted_parts.h"
#include "core/cache/results/lane_level.h"
#include "core/cache/results/matrix_history.h"
#include "core/cache/results/request_levels.h"
#include "core/cache/results/request_traffic.h"
#include "core/cache/results/sums_history.h"
#include "core/cache/stages/element_selection.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

class LineUseSink;
class LocalTrafficSink;

/// Receives the hits and look-ups of each request, in order, block by block. Called by one thread at a time.
class RequestLevelsSink {
public:
    virtual ~RequestLevelsSink() = default;
    /// @param levels          [block.entries]
    /// @param accesses        element accesses of the block, which define positions in time
    /// @param first_position  number of element accesses before the block
    virtual void add(const RequestView& block, std::span<const RequestLevels> levels,
                     std::span<const ElementAccess> accesses, std::uint64_t first_position) = 0;
};

/// Receives what each request moved, in order, block by block. Called by one thread at a time.
class RequestTrafficSink {
public:
    virtual ~RequestTrafficSink() = default;
    /// Whether the element accesses of blocks are needed, which take time to find.
    [[nodiscard]] virtual bool reads_accesses() const { return true; }
    /// @param traffic         [block.entries]
    /// @param accesses        element accesses of the block, which define positions in time; empty unless
    ///                        needed
    /// @param first_position  number of element accesses before the block, if they are needed
    virtual void add(const RequestView& block, std::span<const RequestTraffic> traffic,
                     std::span<const ElementAccess> accesses, std::uint64_t first_position) = 0;
};

/// Optional receivers of results in addition to the sums; each may be null.
struct HierarchySinks {
    OutcomeSink* outcomes = nullptr; ///< outcomes of element accesses; if null, nothing is attributed
    RequestLevelsSink* requests = nullptr;
    TrafficHistory* history = nullptr; ///< must be empty and have the rows of the source (TrafficRows)
    /// The elements whose look-ups HierarchyResult::selected counts if config.explain_misses is set.
    const ElementSelection* selection = nullptr;
    /// For `outcomes`: the look-ups that are attributed to accesses. For `traffic`: the sectors that count.
    CountedParts counted = {};
    LocalTrafficSink* local = nullptr;
    AccessMatrix* matrix = nullptr; ///< overwritten at the end of the simulation
    /// Must be empty and have the instructions of the source; filled only if `history` and `matrix` are set.
    MatrixHistory* matrix_history = nullptr;
    LaneLevelSink* lanes = nullptr;
    RequestTrafficSink* traffic = nullptr;
    std::span<AddressMap> addresses{}; ///< the sums of the simulation are added to each
    LineUseSink* uses = nullptr;
};

/// Runs the memory pipeline over the whole source, which is rewound first. Requests are coalesced into
/// sectors and go through the L1 of their SM; what L1 does not serve goes through L2 (docs/cache-models.md).
/// Launches run one after the other: when the launch of the requests changes, the previous one has ended.
/// Results do not depend on the number of threads. Throws UsageError (configuration), FileError (errors while
/// reading; more or fewer accesses than the file states), and Cancelled within 100 ms of a request to cancel.
HierarchyResult simulate_hierarchy(RequestSource& source, const HierarchyConfig& config,
                                   const HierarchySinks& sinks, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
