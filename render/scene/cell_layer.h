#pragma once

#include "render/gl/gl_object.h"
#include "render/gl/value_store.h"
#include "render/scene/drawn_cells.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

struct DrawTarget; // render/scene/scene_renderer.h

/// The programs that draw cells. Each is built when it is used first, since few scenes have cells. All panes
/// share them.
class CellPrograms {
public:
    /// @param marks  with patterns for faded elements and for the sides of a difference
    /// Throws Error if building it fails.
    [[nodiscard]] const GlProgram& of(CellForm form, bool marks);

private:
    GlProgram triangles_;
    GlProgram triangles_marks_;
    GlProgram edges_;
    GlProgram edges_marks_;
};

/// The indices of the corners of cells of which a part is drawn: all corners of the others are one, so that
/// nothing of them is drawn and each cell keeps its number (PartIndices).
class CellPart {
public:
    /// @param drawn  [elements] empty: all, and there is no buffer
    /// Throws Error (GPU out of memory).
    void set(const DrawnCells& cells, const std::vector<bool>& drawn);
    [[nodiscard]] const GlBuffer& indices() const { return indices_; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return bytes_; }

private:
    GlBuffer indices_;
    std::uint64_t bytes_ = 0;
};

/// How a pane draws cells.
struct CellStyle {
    const View& view;
    const ColourRange& range;
    const DrawTarget& target;
    const glm::mat4& world_to_clip; ///< projection of the tile
    std::span<const glm::vec4> half_spaces;
    const CellPart& part;
    bool fade = false;
};

/// The GPU buffers of the cells of one kind, which all panes of a scene share as those of SceneGeometry. They
/// take memory when the kind is shown first.
class CellLayer {
public:
    /// `cells` must outlive the layer.
    explicit CellLayer(const DrawnCells& cells) : cells_(cells), values_(cells.element_count) {}

    [[nodiscard]] const DrawnCells& cells() const { return cells_; }
    /// Uploads the cells, if they are not there, and the values of the pane as ValueStore::hold() does, with
    /// what it returns. Throws Error if the GPU has too little memory or cannot address the size.
    bool hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses, std::uint64_t& max_bytes);
    void forget(const void* owner) { values_.forget(owner); }
    /// Draws into the bound framebuffer, over what its depths do not hide. Needs the colour map of the pane.
    /// @param layout  of the pane, since contexts do not share it
    void draw(CellPrograms& programs, const GlVertexArray& layout, const CellStyle& style) const;
    [[nodiscard]] std::uint64_t gpu_bytes() const;

private:
    const DrawnCells& cells_;
    GlBuffer corners_; ///< vec3
    std::uint64_t corner_bytes_ = 0;
    BufferTexture elements_; ///< one uint for each cell
    ValueStore values_;
};

} // namespace hitmap
