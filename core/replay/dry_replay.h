#pragma once

#include "core/jobs/progress.h"
#include "core/replay/ray_outcomes.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/replay_counts.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>

namespace hitmap {

/// What is known of a replay that was done for its counts alone.
struct DryReplay {
    ReplayCounts counts;
    std::uint64_t fetches = 0; ///< one for each lane of a request
};

/// Sends the rays of one in `every` events through a tree and throws the requests away. Throws FileError,
/// Cancelled.
/// @param before  the tables of the recording
/// @param source  is at its beginning, and is rewound at the end
[[nodiscard]] DryReplay dry_replay(const RecordingInfo& before, RayTraversal& traversal,
                                   const RayOutcomes& outcomes, RequestSource& source, std::uint64_t every,
                                   const JobContext& job);

} // namespace hitmap
