#pragma once

#include "core/geometry/camera.h"

#include <cstdint>
#include <string>

namespace hitmap {

enum class Projection : std::uint8_t { perspective, orthographic };
/// Ends of the colour bar: full: 0..1 for rates, 0 to the largest value for others; data: of the values
/// shown; all_frames: of all frames of the recording, so that frames can be compared; manual: as given.
enum class RangeMode : std::uint8_t { full, data, manual, all_frames };

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
    bool wireframe = false; ///< edges of the triangles that are seen, over the faces
    bool show_boxes = true;
    LevelRange box_levels;
    bool show_axes = false; ///< from the origin, with a grid in the XZ plane
    bool show_frustum = false;
    /// Elements with fewer accesses in the frame are faded: too few to judge by. 0 and 1: none are.
    std::uint32_t minimum_accesses = 1;
    std::string colour_map = "plasma"; ///< of all but differences, which have their own
    RangeMode range_mode = RangeMode::full;
    float range_min = 0.0F; ///< manual
    float range_max = 1.0F;
    bool sticky_range = false; ///< a window keeps the range that it shows; a single picture ignores it

    friend bool operator==(const View&, const View&) = default;
};

/// What to write to a file that others make pictures from: a sticky range depends on what was shown before,
/// so that it becomes a manual one from `shown_min` to `shown_max`.
[[nodiscard]] View with_range_resolved(const View& view, float shown_min, float shown_max);

} // namespace hitmap
