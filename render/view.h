#pragma once

#include "core/geometry/camera.h"

#include <cstdint>
#include <string>

namespace hitmap {

enum class Projection : std::uint8_t { perspective, orthographic };
enum class RangeMode : std::uint8_t { full, data, manual };

/// Levels of the box tree, both ends included; 0 is the children of the root. By default the coarse ones: all
/// levels together hide the mesh.
struct LevelRange {
    std::uint16_t first = 0;
    std::uint16_t last = 3;
    friend bool operator==(const LevelRange&, const LevelRange&) = default;
};

/// Everything that a picture of the mesh view depends on besides the recording, the cache configuration, the
/// metric and the frame. The window edits one, `render --view` reads one.
struct View {
    Camera camera; ///< normalised
    Projection projection = Projection::perspective;
    float focus_distance = 0.0F; ///< to the pivot; an orthographic picture is as high as the perspective one
                                 ///< is there. 0: the distance to the middle of the scene
    bool show_faces = true;
    bool cull_back_faces = false;
    bool show_boxes = true;
    LevelRange box_levels;
    bool show_axes = false; ///< from the origin, with a grid in the XZ plane
    bool show_frustum = false;
    std::string colour_map = "plasma";
    RangeMode range_mode = RangeMode::full;
    float range_min = 0.0F; ///< manual
    float range_max = 1.0F;

    friend bool operator==(const View&, const View&) = default;
};

} // namespace hitmap
