#pragma once

#include "render/gl/render_target.h"
#include "render/scene/box_pass.h"
#include "render/scene/overlay_pass.h"
#include "render/scene/part_indices.h"
#include "render/scene/resolve_pass.h"
#include "render/scene/scene_renderer.h"
#include "render/view/projection.h"

#include <cstdint>
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
    std::uint64_t part = 0; ///< PartIndices::version()
    std::vector<glm::vec4> half_spaces;
    friend bool operator==(const VisibilityKey&, const VisibilityKey&) = default;
};

/// The members of a SceneRenderer.
struct SceneRenderer::Parts {
    PaneValues faces;
    PaneValues boxes;
    PaneValues none;                ///< of kinds of which the scene has no elements
    PaneValues::Numbers box_values; ///< of all boxes; `boxes` has those of the part that is drawn
    PartIndices part;
    /// What a pane has of cells.
    struct Cells {
        PaneValues values;
        GlVertexArray layout;
        CellPart part;
        bool drawn = false; ///< in the last picture
    };
    std::vector<Cells> cells; ///< [PreparedScene::cells]

    RenderTarget target;
    VisibilityKey key;
    std::uint64_t triangles_drawn = 0;
    ViewMatrices matrices{};
    LineTarget lines; ///< has the projection of the tile
    bool boxes_drawn = false;
    bool values_shown = false; ///< whether a complete set of values was shown before
    VisibilityKey pictured;    ///< key of the picture in `target`

    GlVertexArray mesh = GlVertexArray::create();
    ResolvePass resolve;
    BoxPass box_pass;
    OverlayPass overlay;
};

} // namespace hitmap
