#pragma once

#include "core/geometry/builtin/implicit_field.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <glm/vec3.hpp>

namespace hitmap {

/// Where the field is sampled: points origin + spacing * (i, j, k), i, j, k in 0..cells. The surface must lie
/// inside; it is found wherever it is, at a cost that grows with its area and not with the volume.
struct SampleGrid {
    glm::dvec3 origin{0.0};
    double spacing = 1.0;
    std::uint32_t cells = 0; ///< along each axis, at most 2^15
};

/// The surface of a field as a closed 2-manifold, oriented outwards: every edge belongs to exactly two
/// triangles that run through it in opposite directions. Dual marching cubes (Nielson 2004): a vertex for
/// each sheet of the surface in a cell, at the mean of the points where its edges leave the solid, and a
/// quadrilateral for each such edge. Where the signs alternate around a face of a cell, two sheets may meet
/// in the same two cells; a vertex for each of them on that face keeps them apart.
/// The mesh has positions and faces only and does not depend on the number of threads. Throws Cancelled.
[[nodiscard]] Mesh mesh_field(const ImplicitField& field, const SampleGrid& grid, ThreadPool& pool,
                              const JobContext& job);

} // namespace hitmap
