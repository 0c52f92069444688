#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"
#include "render/elements/cell_tree.h"
#include "render/elements/edge_pick.h"
#include "render/view/view.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The triangles or edges of the elements of a kind, as its row describes them (ElementGeometry). In this
/// module a cell is one such triangle or edge, of which an element has one or several.
struct DrawnCells {
    ElementKindId kind = 0;
    CellForm form = CellForm::triangles;
    std::uint64_t element_count = 0;     ///< including padding
    std::vector<glm::vec3> corners;      ///< three or two for each cell
    std::vector<std::uint32_t> elements; ///< [cells] the element of each, without padding
    CellTree tree;

    [[nodiscard]] std::size_t corners_of_cell() const { return form == CellForm::triangles ? 3 : 2; }
};

/// Returns the cells of the drawn kinds that are not mesh_kinds and of which the scene has elements, in the
/// order of the table. Throws Error if an element has a vertex that does not exist; what CellTree throws.
/// @param pool  null: on the calling thread alone; the result is the same
[[nodiscard]] std::vector<DrawnCells> drawn_cells(const RecordedScene& scene, const JobContext& job = {},
                                                  ThreadPool* pool = nullptr);

/// An element of which a cell is at a pixel.
struct CellPick {
    std::uint32_t element = 0;
    glm::vec3 position{0.0F}; ///< on the cell, in world space
    float depth = 0.0F;       ///< reversed: 0 is infinitely far
};

/// Returns the triangle at the pixel that is nearest to the eye, the first of several. Its time grows with
/// the number of triangles that are behind one another there.
/// @param drawn  [elements] the elements of the part that is drawn; empty: all
[[nodiscard]] std::optional<CellPick> pick_triangle(const DrawnCells& cells, const std::vector<bool>& drawn,
                                                    const EdgePickPlace& place);

/// Returns the edge that is better than what `nearest` was offered so far, if there is one.
/// @param values   [elements] edges of elements whose value is NaN are not drawn
/// @param nearest  of the same place
[[nodiscard]] std::optional<CellPick> pick_edge(const DrawnCells& cells, std::span<const float> values,
                                                const EdgePickPlace& place, NearestEdge& nearest);

} // namespace hitmap
