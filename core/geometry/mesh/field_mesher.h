#pragma once

#include "core/geometry/mesh/implicit_field.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <glm/vec3.hpp>

namespace hitmap {

/// Where the field is sampled: at points origin + spacing * (i, j, k) with i, j, k in 0..cells. The surface
/// must lie inside this cube. The cost grows with the area of the surface and not with the volume of the
/// cube.
struct SampleGrid {
    glm::dvec3 origin{0.0};
    double spacing = 1.0;
    std::uint32_t cells = 0; ///< along each axis, at most 2^15
};

/// Extracts the surface of a field as a closed 2-manifold, oriented outwards: every edge belongs to exactly
/// two triangles that traverse it in opposite directions. Dual marching cubes (Nielson 2004): each sheet of
/// the surface in a cell has a vertex, at the mean of the points where the cell's edges cross the surface,
/// and each such grid edge has a quadrilateral. If the signs alternate around a face of a cell, two sheets
/// may meet in the same two cells; each then gets an additional vertex on that face, which keeps them apart.
/// The mesh has positions and faces only and does not depend on the number of threads. Throws Cancelled.
[[nodiscard]] Mesh mesh_field(const ImplicitField& field, const SampleGrid& grid, ThreadPool& pool,
                              const JobContext& job);

} // namespace hitmap
