#pragma once

#include "core/bvh/bvh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "render/elements/pixel_beam.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Triangles or edges by their places, so that those at a pixel are found without looking at each.
class CellTree {
public:
    CellTree() = default; ///< of no cells
    /// Cells with a corner that is not finite are left out, since nothing of them can be drawn.
    /// @param corners  three or two for each cell, as `corners_of_cell` says
    /// Throws Cancelled, and UsageError if there are more than 2^30 cells.
    CellTree(std::span<const glm::vec3> corners, std::size_t corners_of_cell, ThreadPool& pool,
             const JobContext& job);

    /// Returns the numbers of all cells that reach into the beam, and of some that are near it, in rising
    /// order.
    [[nodiscard]] std::vector<std::uint32_t> cells_in(const PixelBeam& beam) const;

private:
    Bvh bvh_; ///< its faces are cells
};

} // namespace hitmap
