#pragma once

#include "core/geometry/camera.h"
#include "core/profile/metric.h"

#include <optional>
#include <string>

namespace hitmap {

enum class Projection { perspective, orthographic };
enum class RangeMode { full, data, manual };

/// Everything that a picture of the mesh view depends on besides the recording, the cache configuration and
/// the frame. The window edits one, `render --view` reads one.
struct View {
    Camera camera;
    Projection projection = Projection::perspective;
    bool show_faces = true;
    bool show_boxes = true;
    bool show_axes = false;
    bool show_frustum = false;
    std::string colour_map = "plasma";
    RangeMode range_mode = RangeMode::full;
    float range_min = 0.0F; ///< manual
    float range_max = 1.0F;
};

} // namespace hitmap
