#pragma once

#include "render/elements/drawn_cells.h"
#include "render/gl/gl_object.h"
#include "render/gl/value_store.h"
#include "render/scene/edge_passes.h"

#include <array>
#include <cstdint>

namespace hitmap {

/// The programs that draw cells. Each is built when it is used first, since few scenes have cells. All panes
/// share them. "marks": with patterns for faded elements and for the sides of a difference. Both functions
/// throw Error if building fails.
class CellPrograms {
public:
    [[nodiscard]] const GlProgram& of_triangles(bool marks);
    [[nodiscard]] const GlProgram& of_edges(EdgeProgram program, bool marks);

private:
    std::array<GlProgram, 2> triangles_;
    std::array<std::array<GlProgram, 2>, 3> edges_;
};

/// The GPU buffers of the cells of one kind, which all panes of a scene share as those of SceneGeometry. They
/// take memory when the kind is shown first.
class CellBuffers {
public:
    /// `cells` must outlive the buffers.
    explicit CellBuffers(const DrawnCells& cells) : cells_(cells), values_(cells.element_count) {}

    [[nodiscard]] const DrawnCells& cells() const { return cells_; }
    /// Takes the memory for cells and values, and for fade bits if `with_fade` is set, unless it has it
    /// already. Throws Error if the GPU has too little memory or cannot address the size; then nothing has
    /// changed.
    void allocate(bool with_fade);
    /// Uploads about `max_bytes` more of the cells, which are reduced by that. Returns whether all of them
    /// are there. Throws what allocate() throws.
    bool upload(std::uint64_t& max_bytes);
    [[nodiscard]] bool ready() const;

    [[nodiscard]] ValueStore& values() { return values_; }
    [[nodiscard]] const ValueStore& values() const { return values_; }
    /// vec3; as a texture, too, if the cells are edges
    [[nodiscard]] const BufferTexture& corners() const { return corners_; }
    /// one uint for each cell
    [[nodiscard]] const BufferTexture& elements() const { return elements_; }
    [[nodiscard]] std::uint64_t gpu_bytes() const;

private:
    [[nodiscard]] std::uint64_t cell_bytes() const;

    const DrawnCells& cells_;
    BufferTexture corners_;
    BufferTexture elements_;
    std::uint64_t uploaded_ = 0; ///< bytes of the corners and then of the elements
    ValueStore values_;
};

} // namespace hitmap
