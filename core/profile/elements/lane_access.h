#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/lane_level.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// An element that a lane accesses.
struct AccessedElement {
    ElementKindId kind = 0;
    std::uint32_t element = 0;
    std::uint64_t position = 0; ///< of the element access, in the access order
    friend bool operator==(const AccessedElement&, const AccessedElement&) = default;
};

/// An access of one lane. If it accesses several elements, each has an entry of its own in lists.
struct LaneAccess {
    std::uint64_t request = 0; ///< number of the request in the whole recording
    std::uint64_t address = 0;
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0; ///< index
    std::uint32_t instruction = 0;
    std::uint32_t mask = 0; ///< active lanes of the request
    std::uint8_t lane = 0;
    std::optional<std::uint32_t> allocation; ///< that contains the address; no value: none is known
    std::optional<LaneTag> tag;              ///< what the lane works on; no value: not known
    std::optional<AccessedElement> element;  ///< no value: the access is of no element
    friend bool operator==(const LaneAccess&, const LaneAccess&) = default;
};

/// What a cache model says about a LaneAccess.
struct LaneAccessResult {
    /// Of the element access. No value without an element, and if a restriction does not count the access.
    std::optional<AccessOutcome> outcome;
    /// Of the lane; ServedBy::none with the stack distance cache model.
    LaneLevel level;
};

/// Accesses by request, lane and element access.
struct AccessList {
    std::vector<LaneAccess> accesses;
    std::uint64_t found = 0; ///< number of accesses that match; more than the list has if it was limited
    bool complete = true;    ///< false: the search ended early, and there may be more
};

} // namespace hitmap
