#pragma once

#include "core/geometry/scene.h"

namespace hitmap::test {

/// Statistics of a scene as a ray tracer sees it, for comparing generated scenes with real ones.
struct SurfaceStatistics {
    double log_area_spread = 0.0;  ///< standard deviation of log2(area) over all triangles with area > 0
    double neighbour_spread = 0.0; ///< mean |log2(area ratio)| of triangles that share an edge
    double depth_complexity = 0.0; ///< mean number of surfaces along a primary ray, of the rays that hit any
    double hidden_share = 0.0;     ///< share of faces that are not the first hit of any primary ray
};

/// Uses the primary rays of the scene's camera, `resolution` x `resolution`. Faces are projected to the image
/// and the covered pixels are tested one by one: it uses no hierarchy and shares no code with the tracer.
[[nodiscard]] SurfaceStatistics statistics_of(const Scene& scene, int resolution);

} // namespace hitmap::test
