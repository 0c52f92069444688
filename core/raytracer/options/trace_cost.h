#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/raytracer/options/trace_options.h"

#include <string>

namespace hitmap {

/// A clause that says why tracing this mesh takes unusually long, with an upper bound of the cost: "100000
/// triangles lie in one place (...), and ...". Empty if fewer than 256 triangles coincide. The work itself
/// is not reduced, because a GPU that traces the mesh would have it too. Throws Cancelled.
[[nodiscard]] std::string costly_geometry(const Mesh& mesh, const TraceOptions& options,
                                          const JobContext& job = {});

} // namespace hitmap
