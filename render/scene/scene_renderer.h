#pragma once

#include "core/trace/model/element_kind.h"
#include "core/tree/subtree.h"
#include "render/elements/highlights.h"
#include "render/scene/draw_options.h"
#include "render/scene/scene_geometry.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

struct EdgePickPlace;
struct LayerPicture;
class PaneLayer;
struct VisibilityKey;

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

    /// Whether elements of a kind take GPU memory when they are shown first, so that a picture without them
    /// can be drawn if there is none. Kinds of which the scene has no elements take none.
    [[nodiscard]] bool is_optional(ElementKindId kind) const;
    /// Takes the GPU memory that the elements of a kind need in the view, unless it is there already. draw()
    /// does so for the kinds of its view, but does not draw anything if it fails. Throws Error if the GPU has
    /// too little memory or cannot address the size; then nothing has changed, and a view without this kind
    /// can still be drawn. Changes no GL state.
    void reserve(ElementKindId kind, const View& view);

    /// Draws the view. With the same camera, projection and size as in the last call, it continues an
    /// incomplete picture: call it until complete(). Afterwards the GL state is that of a new context, except
    /// that target.framebuffer is bound. Throws Error (GPU out of memory), UsageError (unknown colour map).
    DrawState draw(const View& view, const ColourRange& range, const DrawTarget& target,
                   const DrawEffort& effort = {});

    /// Returns the element of these kinds that the last draw() shows at a pixel of its tile (x from the left,
    /// y from the top). Edges within 4 logical pixels have priority if no surface hides them, since they are
    /// thin; of several, see NearestEdge. Otherwise it is the nearest surface.
    [[nodiscard]] std::optional<ElementPick> pick_element(int x, int y, KindSet kinds) const;

    /// GPU memory of this pane only: its picture (16 bytes per pixel), colour map and lines; without a
    /// picture that is kept (DrawEffort::keeps_picture).
    [[nodiscard]] std::uint64_t gpu_bytes() const;
    [[nodiscard]] const SceneGeometry& geometry() const { return *geometry_; }

private:
    struct Parts;
    /// Returns the layer of a kind with geometry; null: the scene has no elements of it.
    [[nodiscard]] PaneLayer* checked_layer(ElementKindId kind, const std::vector<float>* given) const;
    [[nodiscard]] VisibilityKey key_of(const View& view, const DrawTarget& target) const;
    void keep_picture(const VisibilityKey& next, bool keeps);
    void set_picture(const VisibilityKey& key, const View& view, const DrawTarget& target);
    /// Uploads about `max_bytes`. Returns whether the GPU has all values.
    bool upload(const View& view, std::uint64_t max_bytes, DrawState& state);
    void draw_picture(const LayerPicture& picture, DrawState& state);
    [[nodiscard]] EdgePickPlace place_of_pixel(int x, int y, bool with_depths) const;
    struct SeenFace {
        std::uint32_t slot;
        glm::vec3 position;
        float depth;
    };
    [[nodiscard]] std::optional<SeenFace> seen_face(int x, int y) const;

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
