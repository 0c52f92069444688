#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

namespace hitmap {

/// Removes all vertices and faces of a mesh (positions and faces only) except those of the connected piece
/// with the most faces, and keeps their order. Sampling turns parts that are thinner than the spacing into
/// small separate pieces and cavities, which this removes. Throws Cancelled.
void keep_largest_piece(Mesh& mesh, const JobContext& job);

} // namespace hitmap
