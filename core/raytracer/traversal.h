#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/ray.h"
#include "core/simt/code.h"
#include "core/simt/registers.h"

#include <cstdint>

/// The steps of a traversal, which every kernel takes, one after the other or in turns. How the tree lies in
/// memory is known to visit_node() alone.
namespace hitmap {

inline constexpr std::uint32_t no_node = ~std::uint32_t{0};

/// Registers of a ray on its way.
struct Traversal {
    simt::Var<Ray> ray;
    simt::Var<Hit> hit;
    simt::Var<StackEntry> current; ///< node to visit, or the leaf that was found; no_node behind the last one
    simt::Var<std::uint32_t> stack_size;  ///< entries
    simt::Var<std::uint32_t> slot;        ///< next triangle of the leaf
    simt::Var<std::uint32_t> slot_end;    ///< behind its last one
    simt::Var<std::uint32_t> origin_slot; ///< triangle that the ray leaves; no_slot for a primary ray

    explicit Traversal(simt::Warp& warp)
        : ray(warp),
          hit(warp),
          current(warp),
          stack_size(warp),
          slot(warp),
          slot_end(warp),
          origin_slot(warp) {}

    /// The active lanes begin at the root with an empty stack; `ray`, `hit` and `origin_slot` are the
    /// caller's.
    void begin(const GpuScene& gpu);
};

/// Lanes that have untested triangles.
[[nodiscard]] inline simt::Mask in_leaf(const Traversal& lane) {
    return lane.slot < lane.slot_end;
}
/// Of the active lanes those that are not through: at a node or in a leaf.
[[nodiscard]] simt::Mask on_its_way(const simt::Warp& warp, const Traversal& lane);

/// Visits the current node, which must exist. In an interior node it tests the boxes of the children and goes
/// on to the nearer one that the ray enters, or takes the next node; for a leaf its triangles become those to
/// test.
inline simt::Code visit_node(simt::Warp& warp, const GpuScene& gpu, Traversal& lane) {
    return gpu.visit(warp, gpu, lane);
}
/// visit_node() for the tree's layout and `width`, the most children of a node.
[[nodiscard]] VisitNode node_visit(bool compact, std::uint32_t width);

/// Tests the next triangle of the leaf; the lanes must have one. A secondary ray does not meet the triangle
/// that it leaves, and one that stops at any hit has no nodes and no triangles left after one.
simt::Code test_triangle(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

/// Takes nodes from the stack until one comes up that the ray enters before its hit.
simt::Code take_next_node(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

} // namespace hitmap
