#pragma once

#include "render/gl/kept_picture.h"
#include "render/gl/render_target.h"
#include "render/scene/overlay_pass.h"
#include "render/scene/pane_faces.h"
#include "render/scene/pane_layer.h"
#include "render/scene/resolve_pass.h"
#include "render/scene/scene_renderer.h"
#include "render/view/projection.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The state that the visibility buffer depends on.
struct VisibilityKey {
    Camera camera;
    Projection projection = Projection::perspective;
    float focus_distance = 0.0F;
    bool shows_faces = false;
    bool cull_back_faces = false;
    FrameSize picture;
    int x = 0;
    int y = 0;
    FrameSize tile;
    std::uint64_t part = 0; ///< PaneFaces::part_version()
    std::vector<glm::vec4> half_spaces;
    friend bool operator==(const VisibilityKey&, const VisibilityKey&) = default;
    /// Whether both show the same, in pictures that may have other sizes.
    [[nodiscard]] bool shows_the_same(const VisibilityKey& other) const {
        VisibilityKey sized = other;
        sized.picture = picture;
        sized.tile = tile;
        return *this == sized;
    }
};

/// The members of a SceneRenderer.
struct SceneRenderer::Parts {
    explicit Parts(SceneGeometry& geometry);
    /// Null: the scene has no elements of the kind.
    [[nodiscard]] PaneLayer* layer_of(ElementKindId kind) const;

    /// Of the kinds of which the scene has elements: surfaces before edges, which are drawn over them.
    std::vector<std::unique_ptr<PaneLayer>> layers;
    PaneFaces* faces = nullptr; ///< the one of them that draws into the visibility buffer
    std::shared_ptr<const ScenePart> part;

    RenderTarget target;
    VisibilityKey key;
    ViewMatrices matrices{};
    LineTarget lines;          ///< has the projection of the tile
    bool values_shown = false; ///< whether a complete set of values was shown before
    VisibilityKey pictured;    ///< key of the picture in `target`
    bool is_solid = false;     ///< whether that picture has all triangles
    KeptPicture kept;

    ResolvePass resolve;
    OverlayPass overlay;
};

} // namespace hitmap
