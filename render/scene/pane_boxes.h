#pragma once

#include "render/scene/box_pass.h"
#include "render/scene/pane_layer.h"
#include "render/scene/scene_geometry.h"

#include <cstdint>

namespace hitmap {

/// The boxes of the tree in a pane: those of some levels.
class PaneBoxes : public PaneEdgeLayer {
public:
    /// The geometry must outlive the layer.
    explicit PaneBoxes(SceneGeometry& geometry) : PaneEdgeLayer(box_kind), geometry_(geometry) {}
    ~PaneBoxes() override;
    PaneBoxes(const PaneBoxes&) = delete;
    PaneBoxes& operator=(const PaneBoxes&) = delete;
    PaneBoxes(PaneBoxes&&) = delete;
    PaneBoxes& operator=(PaneBoxes&&) = delete;

    void reserve(const View& view) override { geometry_.allocate_boxes(fades(view)); }
    bool hold_values(const View& view, std::uint64_t& max_bytes) override;
    bool hold_geometry(std::uint64_t& max_bytes) override { return geometry_.upload(max_bytes, true); }
    bool prepare(const LayerPicture& picture, DrawState& state) override;
    void draw(const LayerPicture& picture) override;
    [[nodiscard]] bool has_edges() const override { return drawn_; }
    [[nodiscard]] std::optional<CellPick> edge_at(const EdgePickPlace& place,
                                                  NearestEdge& nearest) const override;

private:
    SceneGeometry& geometry_;
    BoxPass pass_;
    bool drawn_ = false;
};

} // namespace hitmap
