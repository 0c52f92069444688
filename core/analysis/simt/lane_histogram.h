#pragma once

#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hitmap {

/// Sums over a set of requests.
struct LaneSums {
    std::uint64_t requests = 0;
    std::uint64_t active_lanes = 0;

    /// Returns SIMT efficiency, "the average percentage of active threads per warp" (Pankratz et al. 2021,
    /// section II), as a share: active lanes / (lanes of a warp * requests). No value without requests.
    [[nodiscard]] std::optional<double> efficiency(unsigned warp_lanes) const {
        if (requests == 0) return std::nullopt;
        return static_cast<double>(active_lanes) /
               (static_cast<double>(warp_lanes) * static_cast<double>(requests));
    }
    friend bool operator==(const LaneSums&, const LaneSums&) = default;
};

/// The requests of a set by their number of active lanes.
struct LaneHistogram {
    std::array<std::uint64_t, warp_size + 1> requests{}; ///< [active lanes]

    void add(unsigned active_lanes) { ++requests[active_lanes]; }
    LaneHistogram& operator+=(const LaneHistogram& more) {
        for (std::size_t lanes = 0; lanes < requests.size(); ++lanes)
            requests[lanes] += more.requests[lanes];
        return *this;
    }
    [[nodiscard]] LaneSums sums() const {
        LaneSums sums;
        for (std::size_t lanes = 0; lanes < requests.size(); ++lanes) {
            sums.requests += requests[lanes];
            sums.active_lanes += lanes * requests[lanes];
        }
        return sums;
    }
    friend bool operator==(const LaneHistogram&, const LaneHistogram&) = default;
};

} // namespace hitmap
