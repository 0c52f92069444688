#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/ray.h"
#include "core/simt/code.h"
#include "core/simt/registers.h"

#include <cstdint>

/// The steps of a traversal, which all kernels share in different orders. Only visit_node() knows the memory
/// layout of the tree.
namespace hitmap {

inline constexpr std::uint32_t no_node = ~std::uint32_t{0};

/// The registers of a ray that is being traced.
struct Traversal {
    simt::Var<TracedRay> ray;
    simt::Var<Hit> hit;
    /// Node to visit, or the leaf that was reached; no_node after the last one.
    simt::Var<StackEntry> current;
    simt::Var<std::uint32_t> stack_size;  ///< number of entries
    simt::Var<std::uint32_t> slot;        ///< next triangle of the leaf
    simt::Var<std::uint32_t> slot_end;    ///< end of its slots
    simt::Var<std::uint32_t> origin_slot; ///< triangle that the ray starts from; no_slot for a primary ray

    explicit Traversal(simt::Warp& warp)
        : ray(warp),
          hit(warp),
          current(warp),
          stack_size(warp),
          slot(warp),
          slot_end(warp),
          origin_slot(warp) {}

    /// The active lanes start at the root with an empty stack. The caller sets `ray`, `hit` and
    /// `origin_slot`.
    void begin(const GpuScene& gpu);
};

/// Lanes with triangles that are not tested yet.
[[nodiscard]] inline simt::Mask in_leaf(const Traversal& lane) {
    return lane.slot < lane.slot_end;
}
/// The active lanes whose rays are not finished: they are at a node or in a leaf.
[[nodiscard]] simt::Mask on_its_way(const simt::Warp& warp, const Traversal& lane);

/// Visits the current node, which must exist. At an interior node, tests the boxes of its children and
/// continues with the nearest one that the ray enters, or with take_next_node(). At a leaf, its triangles
/// become those to test.
inline simt::Code visit_node(simt::Warp& warp, const GpuScene& gpu, Traversal& lane) {
    return gpu.visit(warp, gpu, lane);
}
/// Returns visit_node() for the layout of the tree, where nodes have up to `width` children.
[[nodiscard]] VisitNode node_visit(bool compact, std::uint32_t width);

/// Tests the next triangle of the leaf, which each active lane must have. A secondary ray skips the triangle
/// that it starts from. A ray that stops at any hit has no nodes and no triangles left after its first hit.
simt::Code test_triangle(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

/// Pops nodes from the stack until one is found that the ray enters before its hit.
simt::Code take_next_node(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

} // namespace hitmap
