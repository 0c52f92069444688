#pragma once

#include "core/analysis/regions/colour_by.h"
#include "core/geometry/camera.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/query/metric.h"
#include "core/trace/model/element_kind.h"
#include "render/view/view_cut.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

struct PixelQuantity;

/// The kinds of every triangle mesh with a tree, of which scenes have millions. Pictures draw them with
/// layers of their own, and texts tell their numbers even where there are none. Further kinds of the table
/// are drawn as the cells of their rows.
inline constexpr KindSet mesh_kinds{face_kind, box_kind};

/// The kind of which a view draws some levels of the tree alone (View::box_levels).
inline constexpr ElementKindId kind_with_levels = box_kind;

enum class Projection : std::uint8_t { perspective, orthographic };
/// How the ends of the colour bar are chosen.
/// - full: 0..1 for rates, 0 to the largest value for others
/// - data: the extent of the drawn values
/// - manual: the given numbers
/// - all_frames: the extent over all frames of the recording, so that frames can be compared
/// - percentiles: the 1st and the 99th percentile of the values of all frames, so that frames can be compared
///   and a few extreme values do not take most of the colours. Of differences and of pixels, whose values in
///   other frames are not known, those of the frames that are shown
/// - frame_percentiles: those of the frames that are shown
enum class RangeMode : std::uint8_t { full, data, manual, all_frames, percentiles, frame_percentiles };

/// Levels of the box tree, both ends included; 0 is the children of the root. The default shows the coarse
/// levels only: all levels together hide the mesh, in a tree with 4 children per node from the third level
/// on.
struct LevelRange {
    std::uint16_t first = 0;
    std::uint16_t last = 1;
    friend bool operator==(const LevelRange&, const LevelRange&) = default;
};

/// Largest share by which shading darkens a face: one seen from the side has 70 % of its colour. Colour bars
/// show the darker colours, too.
inline constexpr float shading_strength = 0.3F;

/// The values that a range belongs to. Other values have another unit and scale.
struct RangeSubject {
    Metric metric;
    bool difference = false; ///< values are differences of the metric or of the quantity
    /// A row of pixel_quantities() if the values are those of pixels; `metric` is then Metric(). Null: they
    /// are those of elements.
    const PixelQuantity* pixels = nullptr;
    friend bool operator==(const RangeSubject&, const RangeSubject&) = default;
};

/// All inputs of a mesh picture except the recording, the cache configuration, the metric and the frame. The
/// window edits a View; `render --view` reads one.
struct View {
    Camera camera; ///< normalised
    Projection projection = Projection::perspective;
    /// Distance to the pivot. An orthographic picture has the height of the perspective one at this distance.
    /// 0: the distance to the centre of the scene.
    float focus_distance = 0.0F;
    KindSet shown_kinds{face_kind}; ///< kinds with geometry whose elements are drawn
    bool cull_back_faces = false;
    bool wireframe = false; ///< draw the edges of visible triangles over the faces
    /// Darken accessed faces by their angle to the viewing direction, by at most shading_strength, so that
    /// the shape of the mesh is visible under the colours.
    bool shading = true;
    LevelRange box_levels;
    /// The part of the scene that is drawn; no value: all of it. Ignored where the recording does not have
    /// the box or does not know its tree. Ranges stay those of the whole scene, so that parts can be
    /// compared.
    std::optional<SubtreeChoice> subtree;
    /// Only elements that fulfil all of these are drawn; at most one for each quantity. Tables list only
    /// these elements of the kinds that have a range, and pixels of the image count only accesses to them.
    /// Ignored where the recording does not have the quantity. Ranges of colours of the mesh stay those of
    /// all elements.
    std::vector<ElementRange> only_ranges;
    /// Lists of ranges that the user named, to choose them again; different names, at most most_named_ranges.
    std::vector<NamedRanges> named_ranges;
    std::optional<CutPlane> cut_plane; ///< cuts all elements; no value: no plane does
    std::optional<Aabb> cut_box;       ///< nothing outside of it is drawn; lower < upper on each axis
    bool show_axes = false;            ///< draw axes from the origin, with a grid in the XZ plane
    bool show_frustum = true;
    /// Elements with fewer accesses in the frame are faded, since they are too few to judge by. 0 and 1: none
    /// are faded.
    std::uint32_t minimum_accesses = 1;
    /// What the faces that are drawn are coloured by. Other kinds of elements have their own values.
    ColourBy colour_by = ColourBy::automatic;
    std::string colour_map = "plasma"; ///< for all values except differences, which have their own
    RangeMode range_mode = RangeMode::percentiles;
    float range_min = 0.0F; ///< for RangeMode::manual
    float range_max = 1.0F;
    std::optional<RangeSubject> range_of; ///< values of a manual range; no value: any
    bool range_locked = false; ///< the window keeps the current range; a single picture ignores this

    friend bool operator==(const View&, const View&) = default;
    [[nodiscard]] bool shows(ElementKindId kind) const { return shown_kinds.contains(kind); }
    void show(ElementKindId kind, bool shown = true) { shown_kinds.set(kind, shown); }
};

/// Returns the kinds whose values a view colours, in the order of lists of what is drawn
/// (in_drawing_order()). A view that shows none is treated as one that shows all.
[[nodiscard]] std::vector<ElementKindId> coloured_kinds(const View& view);

/// Whether faces are among them.
[[nodiscard]] bool colours_faces(const View& view);

/// Returns the range mode for these values. A manual range that belongs to other values is ignored; then the
/// mode of a default View is used.
[[nodiscard]] RangeMode range_mode_for(const View& view, const RangeSubject& shown);

/// Returns the view to write to a file from which others make pictures. A locked range depends on what was
/// shown before and therefore becomes a manual range of `shown`, from `shown_min` to `shown_max`.
[[nodiscard]] View with_range_resolved(const View& view, const RangeSubject& shown, float shown_min,
                                       float shown_max);

} // namespace hitmap
