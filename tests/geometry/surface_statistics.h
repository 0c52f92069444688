#pragma once

#include "core/geometry/scene.h"

namespace hitmap::test {

/// What a ray tracer meets in a scene, for comparing generated scenes with real ones.
struct SurfaceStatistics {
    double log_area_spread = 0.0;  ///< standard deviation of log2(area) over all triangles with an area
    double neighbour_spread = 0.0; ///< mean |log2(area ratio)| of triangles that share an edge
    double depth_complexity = 0.0; ///< mean number of surfaces along a primary ray that meets any
    double hidden_share = 0.0;     ///< share of faces that are the first hit of no primary ray
};

/// Primary rays of the scene's camera, `resolution` x `resolution`. Faces are projected to the image and
/// covered pixels tested one by one: no hierarchy, nothing shared with the tracer.
[[nodiscard]] SurfaceStatistics statistics_of(const Scene& scene, int resolution);

} // namespace hitmap::test
