#pragma once

#include "core/cache/results/request_traffic.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Returns the lowest lane of a mask that is not 0.
[[nodiscard]] constexpr std::size_t lowest_lane(std::uint32_t mask) {
    return static_cast<std::size_t>(std::countr_zero(mask));
}

/// Hits, in units of 2^-24, and look-ups of an element access.
struct LoggedOutcome {
    std::uint32_t l1_hits = 0;
    std::uint32_t l2_hits = 0;
    std::uint8_t l1_lookups = 0;
    std::uint8_t l2_lookups = 0;
    friend bool operator==(const LoggedOutcome&, const LoggedOutcome&) = default;
};

/// The kind of an access that does not count.
inline constexpr ElementKindId no_logged_kind = most_element_kinds;

/// An element access of an active lane, whether the lane or the access counts or not.
struct LoggedAccess {
    std::uint8_t lane = 0;
    ElementKindId kind = 0;  ///< or no_logged_kind
    LoggedOutcome outcome{}; ///< of the stack distance cache model, if the lane counts
    friend bool operator==(const LoggedAccess&, const LoggedAccess&) = default;
};

/// What a request adds to the sums of pixels.
struct LoggedRequest {
    template <class T>
    using OfLanes = std::array<T, warp_size>; ///< valid for the lanes of `mask`

    std::uint64_t position = 0; ///< element accesses, or requests, before it
    std::uint32_t warp = 0;     ///< number of its warp, in the order of their first requests in the segment
    std::uint32_t mask = 0;     ///< lanes that count; not 0
    std::uint32_t active_mask = 0; ///< all active lanes
    std::uint32_t moved = 0;       ///< lanes of `mask` whose pixel is not that of their last request
    OfLanes<std::uint32_t> pixels{};
    bool has_nodes = false; ///< whether a lane accesses nodes; otherwise `nodes` is not valid
    OfLanes<std::uint64_t> nodes{};
    std::uint8_t stack_words = 0; ///< words of 4 bytes of local memory of each lane, or 255 if there are more
    OfLanes<std::uint64_t> stack{}; ///< in StackSums::unit; not valid if there are no words
    std::vector<LoggedAccess> accesses;
    RequestTraffic traffic{}; ///< of the hierarchy model
};

} // namespace hitmap
