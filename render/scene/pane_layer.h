#pragma once

#include "core/tree/subtree.h"
#include "render/elements/drawn_cells.h"
#include "render/elements/edge_pick.h"
#include "render/gl/render_target.h"
#include "render/gl/value_store.h"
#include "render/scene/draw_options.h"
#include "render/scene/line_target.h"
#include "render/view/colour_range.h"
#include "render/view/projection.h"
#include "render/view/view.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace hitmap {

/// The picture that a pane draws.
struct LayerPicture {
    const View& view;
    const ColourRange& range;
    const DrawTarget& target;
    const DrawEffort& effort;
    const ViewMatrices& matrices; ///< of the whole picture
    const LineTarget& lines;      ///< with the projection of the tile
    const RenderTarget& framebuffers;
};

/// What a pane has of the elements of one kind: their values, and how they are drawn and found. Its buffers
/// of the scene are those of SceneGeometry, which all panes share. Functions need the context of the pane.
class PaneLayer {
public:
    explicit PaneLayer(ElementKindId kind) : kind_(kind) {}
    virtual ~PaneLayer() = default;
    PaneLayer(const PaneLayer&) = delete;
    PaneLayer& operator=(const PaneLayer&) = delete;
    PaneLayer(PaneLayer&&) = delete;
    PaneLayer& operator=(PaneLayer&&) = delete;

    [[nodiscard]] ElementKindId kind() const { return kind_; }
    /// As SceneRenderer says. What is not optional is held whether it is shown or not.
    [[nodiscard]] virtual bool is_optional() const { return true; }

    /// [elements] As in SceneRenderer, which has checked the lengths.
    virtual void set_values(PaneValues::Numbers values);
    void set_access_counts(PaneValues::Numbers counts);
    virtual void set_part(const std::shared_ptr<const ScenePart>& part) = 0;

    /// As SceneRenderer::reserve().
    virtual void reserve(const View& view) = 0;
    /// Upload about `max_bytes`, which are reduced by what was uploaded. Return whether the GPU has
    /// everything. Throw what reserve() throws.
    virtual bool hold_values(const View& view, std::uint64_t& max_bytes) = 0;
    virtual bool hold_geometry(std::uint64_t& max_bytes) = 0;

    /// Decides what draw() draws, as far as it is there. Returns whether it draws over the surfaces of the
    /// visibility buffer.
    virtual bool prepare(const LayerPicture& picture, DrawState& state) = 0;
    /// Draws into the bound framebuffer, over what its depths do not hide. Needs the depth test and the
    /// colour map of the pane.
    virtual void draw(const LayerPicture& picture) = 0;

    /// Return what draw() has drawn at a pixel: the surface that is nearest to the eye, and the edge that is
    /// better than what `nearest` was offered so far. The visibility buffer is no part of it.
    [[nodiscard]] virtual bool has_surfaces() const { return false; }
    [[nodiscard]] virtual bool has_edges() const { return false; }
    [[nodiscard]] virtual std::optional<CellPick> surface_at(const EdgePickPlace& place) const;
    [[nodiscard]] virtual std::optional<CellPick> edge_at(const EdgePickPlace& place,
                                                          NearestEdge& nearest) const;

    /// GPU memory of the pane alone.
    [[nodiscard]] virtual std::uint64_t gpu_bytes() const { return 0; }

protected:
    [[nodiscard]] PaneValues& values() { return values_; }
    [[nodiscard]] const PaneValues& values() const { return values_; }
    [[nodiscard]] bool fades(const View& view) const { return view.minimum_accesses > 1 && values_.counts; }

private:
    ElementKindId kind_;
    PaneValues values_;
};

/// Elements that are drawn as edges if they have a value: those outside of the part that is drawn lose it.
class PaneEdgeLayer : public PaneLayer {
public:
    using PaneLayer::PaneLayer;
    void set_values(PaneValues::Numbers values) override;
    void set_part(const std::shared_ptr<const ScenePart>& part) override;

private:
    void choose_values();

    PaneValues::Numbers of_all_;
    std::shared_ptr<const ScenePart> part_;
};

} // namespace hitmap
