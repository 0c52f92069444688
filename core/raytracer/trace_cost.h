#pragma once

#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"
#include "core/raytracer/trace_options.h"

#include <string>

namespace hitmap {

/// Part of a sentence about why tracing this mesh takes unusually long, with what it costs at most: "100000
/// triangles lie in one place (...), and ...". Empty where fewer than 256 triangles lie in one another's
/// place. The work itself is not cut down: a GPU that traces the mesh has it, too. Throws Cancelled.
[[nodiscard]] std::string costly_geometry(const Mesh& mesh, const TraceOptions& options,
                                          const JobContext& job = {});

} // namespace hitmap
