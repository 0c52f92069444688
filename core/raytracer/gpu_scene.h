#pragma once

#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/shading.h"
#include "core/simt/code.h"
#include "core/simt/memory.h"

#include <glm/vec3.hpp>

#include <cstdint>

namespace hitmap {

/// A node that a lane still has to visit: its number, the number of leaves before it (compact layout only),
/// and where the ray enters its box. It has 16 bytes, so that one instruction loads or stores it.
struct alignas(16) StackEntry {
    std::uint32_t node = 0;
    std::uint32_t leaves = 0;
    float entry = 0.0F;
    std::uint32_t unused = 0;
};

struct GpuScene;
struct Traversal;
/// See visit_node().
using VisitNode = simt::Code (*)(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

/// Arguments of the kernels: pointers to device memory, and what CUDA would keep in constant memory. The
/// width of each array is that of the instructions that hardware has for data of that alignment.
struct GpuScene {
    simt::GlobalArray<Rgba, 4> framebuffer;
    simt::GlobalArray<const std::uint32_t, 4> words; ///< node words (NodeWord); compact layout
    simt::GlobalArray<const LinkedNode, 8> nodes;    ///< linked layout
    VisitNode visit = nullptr;                       ///< visit_node() for the layout of the tree
    bool has_nodes = false;
    simt::GlobalArray<const Aabb, 8> boxes;
    simt::GlobalArray<const glm::uvec3, 4> faces; ///< [slots]
    simt::GlobalArray<const glm::vec3, 4> vertices;
    simt::GlobalArray<const glm::uvec3, 4> normal_faces; ///< [slots]
    simt::GlobalArray<const glm::vec3, 4> normals;
    simt::GlobalArray<const std::int32_t, 4> sources; ///< [slots] source faces
    simt::GlobalArray<std::uint32_t, 4> next_item;    ///< one counter per queue
    simt::LocalArray<StackEntry> stack;
    std::uint32_t leaf_size = 1;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    Camera camera;
    Schedule schedule = Schedule::scanline;
    Fetch fetch = Fetch::lane;
    RayPlan rays;
    float reach = 0.0F; ///< length of secondary rays
    std::uint64_t seed = 0;
};

} // namespace hitmap
