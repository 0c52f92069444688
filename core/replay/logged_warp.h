#pragma once

#include "core/replay/ray_outcomes.h"
#include "core/simt/lanes.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <optional>

namespace hitmap {

/// The rays that the lanes of a warp begin to trace at one place, and what the program got to know of them.
struct LoggedWarp {
    simt::Mask lanes;
    std::array<const Ray*, warp_size> rays{};       ///< of these lanes
    std::array<std::uint64_t, warp_size> numbers{}; ///< of the rays in `outcomes`
    const RayOutcomes* outcomes = nullptr;
    bool is_query = false; ///< ray queries; else a pipeline, whose shaders the traversal calls

    [[nodiscard]] const RayOutcome& outcome(unsigned lane) const { return outcomes->of(numbers[lane]); }
};

/// How a ray ended in a replay.
struct ReplayEnd {
    /// Not if the ray has no direction, which a tree of Hitmap does not take, or is traced against another
    /// acceleration structure than that of the driver's tree.
    bool was_replayed = true;
    std::optional<RayHit> hit;   ///< no value: it missed
    bool same_candidates = true; ///< the traversal showed the program what the replay met, in the same order
};
using ReplayEnds = std::array<ReplayEnd, warp_size>; ///< by lane; others than those of the rays are ignored

} // namespace hitmap
