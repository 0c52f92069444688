#pragma once

#include "core/bvh/bvh.h"
#include "tests/bvh/ray.h"

namespace hitmap::test {

/// Distance (in lengths of the direction) to the nearest triangle in front of the ray's origin, found by a
/// simple traversal of the tree in double precision; infinity if there is none.
[[nodiscard]] double nearest_hit(const Mesh& mesh, const Bvh& bvh, const Ray& ray);

} // namespace hitmap::test
