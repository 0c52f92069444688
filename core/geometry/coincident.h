#pragma once

#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>

namespace hitmap {

/// The place of a mesh in which most triangles lie on one another, with the same three vertices in any order.
/// No tree can tell them apart: a ray that meets one of them is tested against all.
struct CoincidentFaces {
    std::uint64_t count = 0; ///< how many lie there; 0: fewer than were asked about lie anywhere
    std::uint32_t first = 0; ///< the lowest face of them
};

/// Looks for places with `least` (> 0) faces or more. Time and memory grow with the faces alone. Throws
/// Cancelled.
[[nodiscard]] CoincidentFaces coincident_faces(const Mesh& mesh, std::uint64_t least,
                                               const JobContext& job = {});

} // namespace hitmap
