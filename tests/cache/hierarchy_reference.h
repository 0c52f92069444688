#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/level.h"
#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace hitmap {

/// A sector of a request.
struct ReferenceSector {
    std::set<std::size_t> allocations; ///< of the lanes that ask for it
    bool in_l1 = false;                ///< whether it is looked up in L1
    bool l1_hit = false;
    bool asks_l2 = false;
    bool l2_hit = false;
};
/// A request with its sectors.
struct ReferenceRequest {
    std::vector<ReferenceSector> sectors;
    /// Sectors from memory by the allocation that is charged for them; no value: none.
    std::map<std::optional<std::size_t>, std::uint64_t> fetched;
};

/// A look-up of a line in a cache that puts it in if it is not present.
struct ReferenceUse {
    Level level;
    std::uint32_t sm;     ///< of L1
    std::size_t array;    ///< number of the cache; an L1 has another one in each launch
    std::uint32_t launch; ///< number of launches before
    std::uint64_t request;
    std::uint64_t position;                ///< number of element accesses before the request
    std::optional<std::size_t> allocation; ///< of the lowest lane that asks for the line of L1
    std::uint64_t address;                 ///< of the first sector asked for
    std::uint64_t set;
    std::uint64_t line;
    bool is_present;
    std::optional<std::uint64_t> evicted;
    unsigned dirty; ///< number of dirty sectors of the evicted line
};

/// The results of the reference implementation for a recording.
struct ReferenceResult {
    TrafficSums total;
    std::vector<TrafficSums> instructions;
    std::vector<TrafficSums> allocations;
    std::vector<AccessOutcome> outcomes; ///< outcomes of all element accesses
    std::vector<RequestLevels> requests;
    std::vector<std::uint64_t> active_lanes; ///< [instructions]
    std::vector<MatrixCell> cells;           ///< sorted by instruction and allocation
    std::vector<ReferenceRequest> traffic;   ///< [requests] without write-backs
    std::vector<ReferenceUse> uses;          ///< in order
};

/// The memory pipeline as defined in docs/cache-models.md: byte by byte, line by line, one request after the
/// other, on NaiveCache. It supports the policies lru, fifo and plru, and no streaming loads.
[[nodiscard]] ReferenceResult hierarchy_reference(const RecordingInfo& info, const RecordedScene* scene,
                                                  const std::vector<Request>& requests,
                                                  const HierarchyConfig& config);

} // namespace hitmap
