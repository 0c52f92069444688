#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

namespace hitmap {

/// As add_vertex_normals(mesh, job), with several threads. The result does not depend on their number. Throws
/// Cancelled, which leaves the mesh unusable.
void add_vertex_normals(Mesh& mesh, ThreadPool& pool, const JobContext& job);

} // namespace hitmap
