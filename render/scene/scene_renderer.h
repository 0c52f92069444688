#pragma once

#include "core/trace/model/element_kind.h"
#include "render/image/colour_map.h"
#include "render/image/image.h"
#include "render/scene/box_pick.h"
#include "render/scene/highlights.h"
#include "render/scene/scene_geometry.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Where a picture goes and which part of it. In a window `picture` and `tile` are the size of the widget in
/// device pixels and x = y = 0.
struct DrawTarget {
    unsigned framebuffer = 0; ///< GL name; with QOpenGLWidget, defaultFramebufferObject()
    FrameSize picture;        ///< whole picture; decides the projection
    int x = 0;                ///< lower left corner of the tile in the picture, y upwards
    int y = 0;
    FrameSize tile;           ///< the part to draw; the framebuffer's lower left corner gets it
    float pixel_scale = 1.0F; ///< device pixels per logical pixel: line widths and hatch
    Rgb background{255, 255, 255};
    float background_alpha = 1.0F; ///< 0: transparent picture (framebuffer needs alpha)
};

/// How much work one draw() may do.
struct DrawEffort {
    std::uint64_t triangles = ~std::uint64_t{0}; ///< faces to add to the picture in this call
    bool halo = true;                            ///< of box edges
    std::uint64_t boxes = ~std::uint64_t{0};     ///< boxes to draw at most, coarse levels first come first
    /// Of programs (each counts as some), values and geometry to bring to the GPU, where they are not all
    /// there; only what is there is drawn, and the picture of older values stays until the new ones are.
    std::uint64_t upload_bytes = ~std::uint64_t{0};
    /// Boxes to look through for accessed ones, after new values or levels; those found are drawn.
    std::uint64_t boxes_searched = ~std::uint64_t{0};
};

/// How far the picture is.
struct DrawState {
    std::uint64_t triangles_drawn = 0;
    std::uint64_t triangles_total = 0;
    bool uploaded = true;    ///< values and all of the geometry
    bool boxes_found = true; ///< all that are accessed
    [[nodiscard]] bool complete() const {
        return triangles_drawn >= triangles_total && uploaded && boxes_found;
    }
};

/// What lies under a pixel.
struct Pick {
    std::uint32_t face_slot = 0;
    glm::vec3 position{0.0F}; ///< on the face, in world space
};

/// One pane: draws a scene with one set of values. Faces go into a visibility buffer (which
/// triangle is seen in which pixel), which is kept; colours are looked up from it. So a new frame, metric,
/// map or range redraws no triangle, and a camera's picture may be completed in several calls. All functions
/// need the context of the geometry (or one of its share group) current; framebuffer objects are not shared
/// between contexts, so a renderer stays with one context.
class SceneRenderer {
public:
    explicit SceneRenderer(std::shared_ptr<SceneGeometry> geometry);
    ~SceneRenderer();
    SceneRenderer(const SceneRenderer&) = delete;
    SceneRenderer& operator=(const SceneRenderer&) = delete;
    SceneRenderer(SceneRenderer&&) = delete;
    SceneRenderer& operator=(SceneRenderer&&) = delete;

    /// Values of face_kind ([face slots]) or box_kind ([boxes]); NaN = not accessed; null = none accessed.
    /// The next draw() uploads them. Throws std::invalid_argument on another kind or length.
    void set_values(ElementKindId kind, std::shared_ptr<const std::vector<float>> values);

    /// How often each element was accessed ([face slots], [boxes]), which View::minimum_accesses compares
    /// with; null: not known, nothing is faded. Needed only while that is > 1, and costs a bit an element on
    /// the GPU. Throws as set_values.
    void set_access_counts(ElementKindId kind, std::shared_ptr<const std::vector<float>> counts);
    /// Shown from the next draw() on. Throws std::invalid_argument where there is no such element.
    void set_highlights(const Highlights& highlights);

    /// Draws the view. With the same camera, projection and size as in the last call it goes on where that
    /// stopped: call it until complete(). Leaves GL's state as a fresh context has it, apart from the bound
    /// framebuffer, which is target.framebuffer.
    /// Throws Error (GPU out of memory), UsageError (unknown colour map).
    DrawState draw(const View& view, const ColourRange& range, const DrawTarget& target,
                   const DrawEffort& effort = {});

    /// What the last draw() shows at a pixel of its tile (x from the left, y from the top).
    [[nodiscard]] std::optional<Pick> pick(int x, int y) const;

    /// The box of which an edge is drawn within 4 logical pixels of that pixel and not hidden by a face; see
    /// pick_box_edge.
    [[nodiscard]] std::optional<BoxPick> pick_box(int x, int y) const;

    /// Of this pane alone: its picture (16 bytes a pixel), colour map and lines.
    [[nodiscard]] std::uint64_t gpu_bytes() const;
    [[nodiscard]] const SceneGeometry& geometry() const { return *geometry_; }

private:
    struct Parts;
    [[nodiscard]] PaneValues& values_of(ElementKindId kind, const std::vector<float>* given);
    void set_visibility_program(const View& view, const DrawTarget& target);
    DrawState draw_visibility(const View& view, const DrawTarget& target, const DrawEffort& effort);
    /// Uploads about so many bytes, which are taken off; true when the GPU has all values.
    bool hold_values(const View& view, std::uint64_t& max_bytes);
    void draw_picture(const View& view, const ColourRange& range, const DrawTarget& target,
                      const DrawEffort& effort, DrawState& state);
    void bind_textures();
    void draw_lines(const View& view, const ColourRange& range, const DrawTarget& target,
                    const DrawEffort& effort);

    std::shared_ptr<SceneGeometry> geometry_;
    std::unique_ptr<Parts> parts_;
};

} // namespace hitmap
