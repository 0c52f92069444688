#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"
#include "render/elements/highlights.h"

#include <memory>

namespace hitmap {

struct WorstRegion; // core/analysis/groups/worst_regions.h

/// A part of a scene with a common outline.
struct OutlinedRegion {
    std::shared_ptr<const RecordedScene> scene; ///< the scene to which it belongs
    std::shared_ptr<const std::vector<OutlineEdge>> outline;
    Aabb bounds;
};

/// The outline of a region of this scene: the border of a patch, the bounds of others. Throws Cancelled.
[[nodiscard]] std::shared_ptr<const OutlinedRegion>
outlined(std::shared_ptr<const RecordedScene> scene, const WorstRegion& region, const JobContext& job);

} // namespace hitmap
