#pragma once

#include "core/geometry/camera.h"
#include "core/profile/query/metric.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

enum class Projection : std::uint8_t { perspective, orthographic };
/// Ends of the colour bar: full: 0..1 for rates, 0 to the largest value for others; data: of the values
/// drawn; all_frames: of all frames of the recording, so that frames can be compared; manual: as given;
/// percentiles: the 1st and the 99th of the values drawn, so that a few extreme ones do not take the colours
/// of all others.
enum class RangeMode : std::uint8_t { full, data, manual, all_frames, percentiles };

/// Levels of the box tree, both ends included; 0 is the children of the root. By default the coarse ones: all
/// levels together hide the mesh, in a tree with 4 children a node from the third level on.
struct LevelRange {
    std::uint16_t first = 0;
    std::uint16_t last = 1;
    friend bool operator==(const LevelRange&, const LevelRange&) = default;
};

/// How much darker than its colour in the colour bar a shaded face is drawn where it is seen from the side.
inline constexpr float shading_strength = 0.3F;

/// The values that a range is for: others have another unit and scale.
struct RangeSubject {
    Metric metric;
    bool difference = false; ///< values are differences of the metric
    friend bool operator==(const RangeSubject&, const RangeSubject&) = default;
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
    /// Accessed faces are darker the more they are turned away from the eye, by at most shading_strength, so
    /// that the shape of the mesh is seen under the colours.
    bool shading = true;
    bool show_boxes = false;
    LevelRange box_levels;
    bool show_axes = true; ///< from the origin, with a grid in the XZ plane
    bool show_frustum = true;
    /// Elements with fewer accesses in the frame are faded: too few to judge by. 0 and 1: none are.
    std::uint32_t minimum_accesses = 1;
    std::string colour_map = "plasma"; ///< of all but differences, which have their own
    RangeMode range_mode = RangeMode::percentiles;
    float range_min = 0.0F; ///< manual
    float range_max = 1.0F;
    std::optional<RangeSubject> range_of; ///< of a manual range; nothing: of whatever is shown
    bool range_locked = false; ///< a window keeps the range that it shows; a single picture ignores it

    friend bool operator==(const View&, const View&) = default;
};

/// The mode of the range for such values: a manual range of other values is not used, but the mode of a fresh
/// View.
[[nodiscard]] RangeMode range_mode_for(const View& view, const RangeSubject& shown);

/// What to write to a file that others make pictures from: a locked range depends on what was shown before,
/// so that it becomes a manual one of `shown`, from `shown_min` to `shown_max`.
[[nodiscard]] View with_range_resolved(const View& view, const RangeSubject& shown, float shown_min,
                                       float shown_max);

} // namespace hitmap
