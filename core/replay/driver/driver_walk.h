#pragma once

#include "core/replay/driver/driver_ray.h"
#include "core/replay/driver/driver_structure.h"
#include "core/trace/model/ray_event.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// What a traversal fetched.
struct DriverVisit {
    enum class Kind : std::uint8_t {
        box,             ///< the numbers of a leaf with a box
        instance,        ///< a leaf of the top level
        node,            ///< two boxes
        triangle,        ///< the corners of a triangle
        tested_triangle, ///< and its numbers, since the ray meets it
    };
    Kind kind = Kind::node;
    std::uint32_t structure = 0; ///< in the tree
    std::uint32_t index = 0;     ///< of the node or leaf
};

/// What became of an element that a ray met and that is not opaque.
struct DriverDecision {
    std::optional<float> accepted; ///< the distance of the hit that it became
    bool ends = false;             ///< the traversal ends with it
};

/// The way of a ray through a tree.
struct DriverWalk {
    std::vector<DriverVisit> visits;
    std::vector<RayHit> candidates; ///< in their order
    std::optional<RayHit> hit;      ///< the last that was accepted

    void clear();
};

/// Decides on a candidate, which is already one of walk.candidates.
using DriverJudge = std::function<DriverDecision(const RayHit& candidate)>;

/// Traverses a tree as lavapipe does: the nearer child first, the other one on a stack. A ray of no direction
/// takes the way that it takes there. (Mesa 25.0, lvp_nir_ray_tracing.c, lvp_build_ray_traversal)
/// @param ray  as the program gave it
/// @param walk  is replaced
void walk_tree(const DriverTree& tree, const Ray& ray, const DriverJudge& judge, DriverWalk& walk);

} // namespace hitmap
