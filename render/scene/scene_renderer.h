#pragma once

#include "core/trace/model/element_kind.h"
#include "core/tree/subtree.h"
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

/// The target of a picture, and the part of the picture to draw. In a window `picture` and `tile` are the
/// size of the widget in device pixels and x = y = 0.
struct DrawTarget {
    unsigned framebuffer = 0; ///< GL name; for QOpenGLWidget, defaultFramebufferObject()
    FrameSize picture;        ///< size of the whole picture, which determines the projection
    int x = 0;                ///< lower left corner of the tile in the picture, y upwards
    int y = 0;
    FrameSize tile;           ///< size of the part to draw, at the framebuffer's lower left corner
    float pixel_scale = 1.0F; ///< device pixels per logical pixel; scales line widths and hatching
    Rgb background{255, 255, 255};
    float background_alpha = 1.0F; ///< 0: transparent picture (the framebuffer needs alpha)
};

/// Limits of the work of one draw().
struct DrawEffort {
    std::uint64_t triangles = ~std::uint64_t{0}; ///< faces to add to the picture in this call
    bool halo = true;                            ///< whether box edges have a halo
    std::uint64_t boxes = ~std::uint64_t{0};     ///< maximum number of boxes to draw, coarse levels first
    /// Bytes to upload of values and geometry; building a program counts as some bytes. Only uploaded
    /// geometry is drawn, and the picture of older values stays until the new ones are complete.
    std::uint64_t upload_bytes = ~std::uint64_t{0};
    /// Number of boxes to search for accessed ones after a change of values or levels. Those found are drawn.
    std::uint64_t boxes_searched = ~std::uint64_t{0};
};

/// The progress of the picture.
struct DrawState {
    std::uint64_t triangles_drawn = 0;
    std::uint64_t triangles_total = 0;
    bool faces_uploaded = true; ///< whether the values and the geometry of faces are uploaded completely
    bool uploaded = true;       ///< the same for everything that the view shows
    bool boxes_found = true;    ///< whether the search for accessed boxes is complete
    [[nodiscard]] bool complete() const {
        return triangles_drawn >= triangles_total && uploaded && boxes_found;
    }
};

/// The face under a pixel.
struct Pick {
    std::uint32_t face_slot = 0;
    glm::vec3 position{0.0F}; ///< on the face, in world space
};

/// The element under a pixel.
struct ElementPick {
    Highlight element;
    glm::vec3 position{0.0F}; ///< on the element, in world space
};

/// One pane: draws a scene with one set of values. Faces are drawn into a visibility buffer (which triangle
/// is visible in which pixel), which is kept; a second pass computes the colours from it. Thus a new frame,
/// metric, colour map or range draws no triangles, and the picture of a new camera can be completed in
/// several calls. All functions need the context of the geometry (or one of its share group) to be current. A
/// renderer must stay with one context, since framebuffer objects are not shared between contexts.
class SceneRenderer {
public:
    explicit SceneRenderer(std::shared_ptr<SceneGeometry> geometry);
    ~SceneRenderer();
    SceneRenderer(const SceneRenderer&) = delete;
    SceneRenderer& operator=(const SceneRenderer&) = delete;
    SceneRenderer(SceneRenderer&&) = delete;
    SceneRenderer& operator=(SceneRenderer&&) = delete;

    /// [elements] Values of a kind with geometry; NaN = not accessed; null = no element is accessed. The next
    /// draw() that shows such elements uploads them. Throws std::invalid_argument for another kind or length.
    /// A kind of which the scene has no elements takes none.
    void set_values(ElementKindId kind, std::shared_ptr<const std::vector<float>> values);

    /// [elements] Number of accesses of each element, which is compared with
    /// View::minimum_accesses. Null: not known, then nothing is faded. Needed only if that minimum is > 1;
    /// takes one bit per element of GPU memory. Throws as set_values does.
    void set_access_counts(ElementKindId kind, std::shared_ptr<const std::vector<float>> counts);
    /// Draws only this part of the scene, starting with the next draw(); null: all of it. Highlights are
    /// drawn anyway. Throws std::invalid_argument if it is a part of another scene.
    void set_part(std::shared_ptr<const ScenePart> part);
    /// Sets the highlights, starting with the next draw(). Throws std::invalid_argument if there is no such
    /// element.
    void set_highlights(const Highlights& highlights);

    /// Takes the GPU memory that the boxes of the view need, unless it is there already. draw() does so too,
    /// but does not draw anything if it fails. Throws what SceneGeometry::allocate_boxes() throws; then a
    /// view without boxes can still be drawn. Changes no GL state.
    void reserve_boxes(const View& view);

    /// Draws the view. With the same camera, projection and size as in the last call, it continues an
    /// incomplete picture: call it until complete(). Afterwards the GL state is that of a new context, except
    /// that target.framebuffer is bound. Throws Error (GPU out of memory), UsageError (unknown colour map).
    DrawState draw(const View& view, const ColourRange& range, const DrawTarget& target,
                   const DrawEffort& effort = {});

    /// Returns what the last draw() shows at a pixel of its tile (x from the left, y from the top).
    [[nodiscard]] std::optional<Pick> pick(int x, int y) const;

    /// Returns the box with an edge drawn within 4 logical pixels of the pixel and not hidden by a face; see
    /// pick_box_edge.
    [[nodiscard]] std::optional<BoxPick> pick_box(int x, int y) const;

    /// Returns the element of these kinds that the last draw() shows at a pixel. Edges within 4 logical
    /// pixels have priority if no surface hides them, since they are thin; otherwise it is the nearest
    /// surface.
    [[nodiscard]] std::optional<ElementPick> pick_element(int x, int y, KindSet kinds) const;

    /// GPU memory of this pane only: its picture (16 bytes per pixel), colour map and lines.
    [[nodiscard]] std::uint64_t gpu_bytes() const;
    [[nodiscard]] const SceneGeometry& geometry() const { return *geometry_; }

private:
    struct Parts;
    [[nodiscard]] PaneValues& values_of(ElementKindId kind, const std::vector<float>* given);
    void give_box_values();
    void set_visibility_program(const View& view, const DrawTarget& target);
    DrawState draw_visibility(const View& view, const DrawTarget& target, const DrawEffort& effort);
    /// Uploads about `max_bytes`, which are reduced by what was uploaded. Returns whether the GPU has all
    /// values.
    struct ValuesThere {
        bool faces = false;
        bool boxes = false; ///< or not shown
        bool cells = false; ///< those that are shown
    };
    ValuesThere hold_values(const View& view, std::uint64_t& max_bytes);
    void draw_picture(const View& view, const ColourRange& range, const DrawTarget& target,
                      const DrawEffort& effort, DrawState& state);
    void bind_textures();
    void draw_cells(const View& view, const ColourRange& range, const DrawTarget& target);
    [[nodiscard]] EdgePickPlace place_of_pixel(int x, int y) const;
    /// Returns the best cell of these kinds and form at a place.
    struct FoundCell {
        ElementKindId kind;
        CellPick pick;
    };
    [[nodiscard]] std::optional<FoundCell> found_cell(KindSet kinds, CellForm form,
                                                      const EdgePickPlace& place) const;
    void draw_lines(const View& view, const ColourRange& range, const DrawTarget& target,
                    const DrawEffort& effort);

    std::shared_ptr<SceneGeometry> geometry_;
    std::unique_ptr<Parts> parts_;
};

/// Gives a renderer the values and access counts of all kinds that are drawn.
/// @tparam Values  ElementValues or derived from it
template <class Values>
void give_values(SceneRenderer& renderer, const PerKind<Values>& kinds) {
    for (const ElementKindId kind : in_drawing_order(drawn_kinds())) {
        renderer.set_values(kind, kinds[kind].values);
        renderer.set_access_counts(kind, kinds[kind].access_counts);
    }
}

} // namespace hitmap
