#pragma once

#include "core/replay/driver/driver_walk.h"
#include "core/replay/ray_outcomes.h"

#include <vector>

namespace hitmap {

/// What a program got to know of a ray.
struct RayLog {
    RayOutcome outcome;
    std::vector<ShownHit> shown;
    bool is_query = false;
};

/// Sends a ray through a tree, with the decisions of the program on its candidates, which follow from what it
/// got to know later: a candidate that became the hit was accepted, one that is nearer than the hit was not.
/// Of one that is farther, and of a ray whose end the program did not ask for, both are possible; the first
/// way is taken on which the ray meets the logged candidates in their order and ends as logged.
///
/// A query that the program never asked for anything takes no way at all. In pipelines, a triangle that is
/// not opaque and has no any-hit shader is hit.
/// @return whether there is such a way; otherwise the walk is that of the first decisions
bool walk_as_logged(const DriverTree& tree, const Ray& ray, const RayLog& log, DriverWalk& walk);

} // namespace hitmap
