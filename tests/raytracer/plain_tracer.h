#pragma once

#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"

namespace hitmap {

/// Renders the picture by a simple loop over all triangles for each ray, without a tree and without the
/// simulated device. Hits are decided by Cramer's rule in quadruple precision, which is exact for the
/// coordinates of one scene.
[[nodiscard]] Picture plain_trace(const Scene& scene, std::uint32_t width, std::uint32_t height,
                                  const RayPlan& rays = {}, std::uint64_t seed = 1);

/// Quadruple precision: 113 bits hold a product of three differences of floats of similar size.
__extension__ using Quad = __float128;

} // namespace hitmap
