#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// How a ray ended, as far as its program asked.
struct RayOutcome {
    enum class Kind : std::uint8_t {
        unknown, ///< the program did not ask
        missed,
        hit,
    };
    Kind kind = Kind::unknown;
    RayHit hit; ///< with Kind::hit
};

/// The outcomes of all rays of a recording, in the order of their events and of lanes in these: committed
/// hits and misses belong to the ray that a lane traced last. Throws FileError, Cancelled.
/// @param source  is at its beginning, and is rewound at the end
[[nodiscard]] std::vector<RayOutcome> ray_outcomes(RequestSource& source, const JobContext& job = {});

} // namespace hitmap
