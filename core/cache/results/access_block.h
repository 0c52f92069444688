#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Consecutive accesses of one element in one request, in order of lanes. Each access after the first finds
/// its lines where the access before left them on top of the stack, so that all accesses but the first have
/// the same outcome.
struct AccessGroup {
    std::uint32_t element;
    std::uint32_t first; ///< index of the first access in its block
    std::uint32_t launch;
    std::uint16_t sm;
    std::uint8_t count; ///< 1..32
    ElementKindId kind;
};

/// The outcome of an access group in one cache level.
struct GroupOutcome {
    std::uint32_t hits = 0;        ///< hits of the first access, in units of 2^-24
    std::uint32_t distance = 0;    ///< sum of the distances of the first access, at most 2^32 - 1
    std::uint32_t repeat_hits = 0; ///< hits of each further access
    std::uint8_t lookups = 0;      ///< per access
    std::uint8_t cold = 0;         ///< cold look-ups of the first access
    /// Distance of each further access: at most 15 look-ups of at most 14 lines each.
    std::uint8_t repeat_distance = 0;
};

/// Consecutive requests of a block for which separate sums are made.
struct BlockInterval {
    std::uint32_t last_request = 0; ///< index in the block of the request after the last
    std::uint32_t last_access = 0;
};

/// A block of requests that passes through the model. Blocks are reused to save allocations.
struct AccessBlock {
    std::shared_ptr<RequestBlock> source; ///< has the requests; other blocks may share it
    RequestView requests;
    std::vector<ElementAccess> accesses;
    std::vector<BlockInterval> intervals; ///< at least one if there are requests
    std::vector<AccessGroup> groups;      ///< only of element kinds with look-ups, in order
    std::vector<AccessGroup> sm_groups;   ///< the same, sorted by SM and in order within each SM
    std::vector<std::uint32_t> sm_begin;  ///< [SMs + 1] start of each SM in sm_groups
    std::vector<GroupOutcome> l1;         ///< [groups] in the order of sm_groups
    std::vector<GroupOutcome> l2;         ///< [groups] in the order of groups
    std::vector<AccessOutcome> outcomes;  ///< [accesses]

    /// Returns source for writing, and creates it if it is null. Call see_all() afterwards.
    [[nodiscard]] RequestBlock& writable_requests();
    /// Makes `requests` a view of all requests of source.
    void see_all() { requests = *source; }
    /// Fills intervals. An interval ends after the request that completes the given number of accesses, or
    /// most_requests_to_checkpoint requests; in a block without accesses, requests_to_next_checkpoint(), for
    /// this number of rows of sums.
    void cut_intervals(std::uint32_t interval_accesses, std::size_t rows);
    /// Fills groups, sm_groups and sm_begin from requests and accesses, and resizes l1 and l2. Makes one
    /// interval of everything. Throws Error if an SM number is 65,536 or above.
    void group_accesses();
    [[nodiscard]] std::span<const AccessGroup> groups_of(std::uint32_t sm) const;
    /// The L1 outcomes of the groups of an SM.
    [[nodiscard]] std::span<GroupOutcome> l1_of(std::uint32_t sm);
    /// Fills outcomes from l1 and l2.
    void expand_outcomes();
};

} // namespace hitmap
