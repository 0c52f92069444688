#pragma once

#include "core/geometry/mesh/implicit_field.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

namespace hitmap {

/// Improves the shape of the triangles of a closed mesh of a field's surface without changing their number:
/// edges are flipped (EdgeFlipper), vertices slide in the surface towards the centroid of their triangles,
/// and finally move to where the field is 0, as far as no triangle turns over (after Botsch and Kobbelt 2004,
/// "A remeshing approach to multiresolution modeling", section 4, without splits and collapses).
/// @param mesh     positions and faces; every edge has two triangles that traverse it in opposite directions
/// @param spacing  distance of the samples that the mesh was made from, about the length of an edge
/// The result does not depend on the number of threads. Throws Cancelled.
void relax_surface(Mesh& mesh, const ImplicitField& field, double spacing, ThreadPool& pool,
                   const JobContext& job);

} // namespace hitmap
