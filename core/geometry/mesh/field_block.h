#pragma once

#include "core/geometry/mesh/field_mesher.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// A block is a cube of cells that is meshed independently of the others.
inline constexpr int block_cells = 32;

/// A vertex of the block or of its lower neighbour along some axes. It is identified by its place instead of
/// a number, so that blocks can be meshed in any order. Bits 0..3: which vertex of the cell (0..3 sheet, 4..
/// lower face); bits 4..18: cell; bits 19..21: neighbour (one bit per axis).
using VertexPlace = std::uint32_t;
inline constexpr VertexPlace place_in_block = (1U << 19U) - 1U;

struct FieldBlock {
    glm::ivec3 place{0};                           ///< position in units of blocks
    std::vector<VertexPlace> vertices;             ///< rising, without neighbour bits
    std::vector<glm::vec3> positions;              ///< [vertices]
    std::vector<std::array<VertexPlace, 4>> quads; ///< counter-clockwise from outside
    std::vector<std::array<VertexPlace, 3>> triangles;
};

/// Meshes one block: creates the vertices of its cells and the faces of the grid edges that begin in it.
/// `parts` must have been selected for a ball around the block that extends 8 samples beyond it. Throws
/// Cancelled.
[[nodiscard]] FieldBlock mesh_block(const ImplicitField& field, const SampleGrid& grid,
                                    const ImplicitField::Parts& parts, const glm::ivec3& place,
                                    const JobContext& job);

} // namespace hitmap
