#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>

namespace hitmap {

/// The place of a mesh where the most triangles coincide, i.e. have the same three vertices in any order. No
/// bounding volume hierarchy can separate them: a ray that reaches one of them is tested against all.
struct CoincidentFaces {
    std::uint64_t count = 0; ///< number of triangles there; 0: no place has as many as were asked for
    std::uint32_t first = 0; ///< the lowest of these faces
};

/// Finds the place with the most coincident faces, at least `least` (> 0). Time and memory grow linearly with
/// the number of faces. Throws Cancelled.
[[nodiscard]] CoincidentFaces coincident_faces(const Mesh& mesh, std::uint64_t least,
                                               const JobContext& job = {});

} // namespace hitmap
