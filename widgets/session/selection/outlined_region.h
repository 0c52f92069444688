#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/trace/model/recording.h"
#include "render/elements/highlights.h"

#include <memory>

namespace hitmap {

/// A part of a scene with a common outline.
struct OutlinedRegion {
    std::shared_ptr<const RecordedScene> scene; ///< the scene to which it belongs
    std::shared_ptr<const std::vector<OutlineEdge>> outline;
    Aabb bounds;
};

} // namespace hitmap
