#pragma once

#include "core/geometry/aabb.h"
#include "core/trace/model/recording.h"
#include "render/scene/highlights.h"

#include <memory>

namespace hitmap {

/// A part of a scene that is outlined as a whole.
struct OutlinedRegion {
    std::shared_ptr<const RecordedScene> scene; ///< that it is of
    std::shared_ptr<const std::vector<OutlineEdge>> outline;
    Aabb bounds;
};

} // namespace hitmap
