#pragma once

#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

namespace hitmap {

/// Drops all vertices and faces of a mesh (positions and faces only) but those of its largest connected
/// piece, by number of faces, and keeps their order: specks and hollows that samples make of parts thinner
/// than their spacing. Throws Cancelled.
void keep_largest_piece(Mesh& mesh, const JobContext& job);

} // namespace hitmap
