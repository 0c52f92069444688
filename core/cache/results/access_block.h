#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Accesses of one element that follow one another in one request, lane after lane. After the first, each of
/// them finds its lines on top of the stack just as the one before left them, so all but the first have the
/// same outcome.
struct AccessGroup {
    std::uint32_t element;
    std::uint32_t first; ///< index of the first access in its block
    std::uint32_t launch;
    std::uint16_t sm;
    std::uint8_t count; ///< 1..32
    ElementKindId kind;
};

/// What one cache level says of an access group.
struct GroupOutcome {
    std::uint32_t hits = 0;           ///< of the first access, units of 2^-24
    std::uint32_t distance = 0;       ///< of the first access, clamped to 2^32 - 1
    std::uint32_t repeat_hits = 0;    ///< of each other access, where there is one
    std::uint8_t lookups = 0;         ///< of each access
    std::uint8_t cold = 0;            ///< of the first access
    std::uint8_t repeat_distance = 0; ///< of each other access: 8 look-ups of at most 7 lines
};

/// Consecutive requests of a block whose sums are kept apart from those of the others.
struct BlockInterval {
    std::uint32_t last_request = 0; ///< one past its last, in the block
    std::uint32_t last_access = 0;
};

/// A block of requests on its way through the model. Reused to save allocations.
struct AccessBlock {
    std::shared_ptr<RequestBlock> source; ///< that requests are of; others may have it, too
    RequestView requests;
    std::vector<ElementAccess> accesses;
    std::vector<BlockInterval> intervals; ///< one at least where there are requests
    std::vector<AccessGroup> groups;      ///< of kinds that have look-ups, in order
    std::vector<AccessGroup> sm_groups;   ///< the same sorted by SM, in order within each
    std::vector<std::uint32_t> sm_begin;  ///< [SMs + 1] into sm_groups
    std::vector<GroupOutcome> l1;         ///< [groups] in the order of sm_groups
    std::vector<GroupOutcome> l2;         ///< [groups] in order
    std::vector<AccessOutcome> outcomes;  ///< [accesses]

    /// Room for requests: source, made where there is none. see_all() is to follow.
    [[nodiscard]] RequestBlock& writable_requests();
    /// requests are all of source.
    void see_all() { requests = *source; }
    /// Fills intervals: cut behind the requests that complete so many accesses or so many requests.
    void cut_intervals(std::uint32_t interval_accesses, std::uint32_t interval_requests);
    /// Fills groups, sm_groups and sm_begin from requests and accesses; sizes l1 and l2. All is one interval.
    /// Throws Error where an SM is numbered 65,536 or above.
    void group_accesses();
    [[nodiscard]] std::span<const AccessGroup> groups_of(std::uint32_t sm) const;
    /// Their outcomes.
    [[nodiscard]] std::span<GroupOutcome> l1_of(std::uint32_t sm);
    /// Fills outcomes from l1 and l2.
    void expand_outcomes();
};

} // namespace hitmap
