#pragma once

#include "core/base/name_table.h"
#include "core/raytracer/replayed_ray.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/unit_tree.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace hitmap {

/// Which of the children that a ray enters it visits first. Of equal ones, the one that comes first in
/// memory.
enum class VisitOrder : std::uint8_t {
    nearest,  ///< the one that it enters first
    midpoint, ///< the one whose stretch of the ray has the nearest middle
    longest,  ///< the one with the longest stretch of the ray
    memory,   ///< the first one in memory
};

/// When the rays of a warp fetch.
enum class UnitTiming : std::uint8_t {
    lockstep,    ///< all rays of a warp fetch their next node or triangle together, in two requests
    independent, ///< each ray has requests of its own; rays take turns
};

/// What the unit needs to know of triangles.
struct UnitTriangles {
    std::function<TriangleCorners(std::uint32_t slot)> corners;
    std::vector<SlotTraits> traits;    ///< [slots]
    std::vector<std::int32_t> sources; ///< [slots] source faces
};

/// Traverses a tree as a GPU's unit for rays does: it fetches a node, tests the boxes of all of its children,
/// and goes on with one of them; the others wait on a stack on the chip, which no cache sees.
class RayUnit {
public:
    /// The numbers of the instructions that fetch.
    static constexpr std::uint32_t node_instruction = 0;
    static constexpr std::uint32_t triangle_instruction = 1;

    /// Both must outlive the unit.
    RayUnit(const UnitTree& tree, const UnitTriangles& triangles, VisitOrder order, UnitTiming timing)
        : tree_(tree), triangles_(triangles), order_(order), timing_(timing) {}

    /// Sets what the rays hit.
    void trace(ReplayedWarp& warp, FetchSink& out);

private:
    /// A child that a ray enters.
    struct Entered {
        UnitTarget target;
        float entry = 0.0F; ///< where the ray enters its box
        float key = 0.0F;   ///< children with less are visited first
    };
    struct Lane {
        UnitTarget current;
        std::vector<Entered> stack;
    };

    void fetch_of(UnitTarget::Kind kind, std::uint32_t instruction, const ReplayedWarp& warp, FetchSink& out);
    [[nodiscard]] std::uint64_t address_of(const UnitTarget& target) const;
    void advance(Lane& lane, const ReplayedRay& ray, Hit& hit);
    void visit_node(Lane& lane, const ReplayedRay& ray, const Hit& hit);
    void test_triangle(Lane& lane, const ReplayedRay& ray, Hit& hit) const;
    [[nodiscard]] Entered entered(const UnitTree::Child& child, const TracedRay& ray, const Hit& hit) const;
    static void pop(Lane& lane, const Hit& hit);

    const UnitTree& tree_;
    const UnitTriangles& triangles_;
    VisitOrder order_;
    UnitTiming timing_;
    std::array<Lane, warp_size> lanes_;
    std::vector<Entered> sorted_; ///< children of a node that a ray enters, the first to visit last
};

} // namespace hitmap
