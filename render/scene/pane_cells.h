#pragma once

#include "render/scene/cell_buffers.h"
#include "render/scene/pane_layer.h"
#include "render/scene/part_indices.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The elements of a further kind in a pane, drawn as triangles. Buffers and programs must outlive the layer.
class PaneTriangles : public PaneLayer {
public:
    PaneTriangles(CellBuffers& cells, CellPrograms& programs);
    ~PaneTriangles() override;
    PaneTriangles(const PaneTriangles&) = delete;
    PaneTriangles& operator=(const PaneTriangles&) = delete;
    PaneTriangles(PaneTriangles&&) = delete;
    PaneTriangles& operator=(PaneTriangles&&) = delete;

    void set_part(const std::shared_ptr<const ScenePart>& part) override;
    void reserve(const View& view) override;
    bool hold_values(const View& view, std::uint64_t& max_bytes) override;
    bool hold_geometry(std::uint64_t& max_bytes) override;
    bool prepare(const LayerPicture& picture, DrawState& state) override;
    void draw(const LayerPicture& picture) override;
    [[nodiscard]] bool has_surfaces() const override { return drawn_; }
    [[nodiscard]] std::optional<CellPick> surface_at(const EdgePickPlace& place) const override;
    [[nodiscard]] std::uint64_t gpu_bytes() const override { return part_.gpu_bytes(); }

private:
    /// [elements] those of the part; empty: all
    [[nodiscard]] const std::vector<bool>& elements_of_part() const;

    CellBuffers& cells_;
    CellPrograms& programs_;
    GlVertexArray layout_ = GlVertexArray::create(); ///< of the pane, since contexts do not share it
    PartIndices part_;                               ///< without a part if all of the kind is in it
    bool drawn_ = false;
};

/// The elements of a further kind in a pane, drawn as edges, with the look of the edges of boxes.
class PaneEdges : public PaneEdgeLayer {
public:
    PaneEdges(CellBuffers& cells, CellPrograms& programs);
    ~PaneEdges() override;
    PaneEdges(const PaneEdges&) = delete;
    PaneEdges& operator=(const PaneEdges&) = delete;
    PaneEdges(PaneEdges&&) = delete;
    PaneEdges& operator=(PaneEdges&&) = delete;

    void reserve(const View& view) override { cells_.allocate(fades(view)); }
    bool hold_values(const View& view, std::uint64_t& max_bytes) override;
    bool hold_geometry(std::uint64_t& max_bytes) override { return cells_.upload(max_bytes); }
    bool prepare(const LayerPicture& picture, DrawState& state) override;
    void draw(const LayerPicture& picture) override;
    [[nodiscard]] bool has_edges() const override { return drawn_; }
    [[nodiscard]] std::optional<CellPick> edge_at(const EdgePickPlace& place,
                                                  NearestEdge& nearest) const override;

private:
    CellBuffers& cells_;
    CellPrograms& programs_;
    GlVertexArray nothing_ = GlVertexArray::create(); ///< empty, since vertices come from buffer textures
    bool drawn_ = false;
};

} // namespace hitmap
