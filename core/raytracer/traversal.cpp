#include "core/raytracer/traversal.h"

#include "core/simt/kernel.h"

#include <limits>

namespace hitmap {

using namespace simt;

namespace {

constexpr float never = std::numeric_limits<float>::infinity();

bool is_node(const StackEntry& entry) {
    return entry.node != no_node;
}

/// Index of the left child's box; the right child's follows.
std::uint32_t child_boxes(const StackEntry& interior) {
    return 2 * (interior.node - interior.leaves);
}

struct Children {
    StackEntry near;
    StackEntry far; ///< entered behind the near one; entry is `never` for a child that the ray misses
};

Children children(const StackEntry& parent, std::uint32_t word, float left_entry, float right_entry) {
    const std::uint32_t offset = NodeWord::right_offset(word);
    const StackEntry left{parent.node + 1, parent.leaves, left_entry};
    const StackEntry right{parent.node + offset, parent.leaves + offset / 2, right_entry};
    return right_entry < left_entry ? Children{right, left} : Children{left, right};
}

} // namespace

void Traversal::begin(const GpuScene& gpu) {
    current = StackEntry{.node = gpu.nodes.host.empty() ? no_node : 0};
    stack_size = 0U;
    slot = 0U;
    slot_end = 0U;
}

Mask on_its_way(const Warp& warp, const Traversal& lane) {
    return warp.where(is_node, lane.current);
}

Code take_next_node(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Local stack(warp, gpu.stack);
    lane.current = StackEntry{.node = no_node};
    for (Loop popping(warp); popping.while_(lane.stack_size > 0U);) {
        lane.stack_size -= 1U;
        const Lanes<StackEntry> top = co_await stack.load(lane.stack_size);
        const Mask nearer =
            warp.where([](auto& e, auto& hit) { return may_be_nearer(e.entry, hit); }, top, lane.hit);
        if (If found{warp, nearer}) {
            lane.current = top;
            popping.break_(warp.active());
        }
    }
}

Code visit_node(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Global nodes(warp, gpu.nodes);
    const Global boxes(warp, gpu.boxes);
    const Local stack(warp, gpu.stack);
    const Lanes<std::uint32_t> word = co_await nodes.load(warp.map(&StackEntry::node, lane.current));
    if (If leaf{warp, warp.where(NodeWord::is_leaf, word)}) {
        lane.slot = warp.map(&StackEntry::leaves, lane.current) * gpu.leaf_size;
        lane.slot_end = lane.slot + warp.map(NodeWord::triangles, word);
        warp.return_(warp.active());
    }

    const Lanes<std::uint32_t> box = warp.map(child_boxes, lane.current);
    const Lanes<float> left = warp.map(enter_box, lane.ray, co_await boxes.load(box), lane.hit);
    const Lanes<float> right = warp.map(enter_box, lane.ray, co_await boxes.load(box + 1U), lane.hit);
    const Lanes<Children> child = warp.map(children, lane.current, word, left, right);

    if (If both{warp, (left < never) & (right < never)}) {
        co_await stack.store(lane.stack_size, warp.map(&Children::far, child));
        lane.stack_size += 1U;
    }
    const Mask any = (left < never) | (right < never);
    if (If enters{warp, any}) lane.current = warp.map(&Children::near, child);
    if (If misses{warp, ~any}) co_await take_next_node(warp, gpu, lane);
}

Code test_triangle(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Global faces(warp, gpu.faces);
    const Global vertices(warp, gpu.vertices);
    const Global sources(warp, gpu.sources);
    const Lanes<glm::uvec3> face = co_await faces.load(lane.slot);
    const Lanes<glm::vec3> a = co_await vertices.load(warp.map(&glm::uvec3::x, face));
    const Lanes<glm::vec3> b = co_await vertices.load(warp.map(&glm::uvec3::y, face));
    const Lanes<glm::vec3> c = co_await vertices.load(warp.map(&glm::uvec3::z, face));
    const Lanes<Hit> candidate = warp.map(intersect_triangle, lane.ray, a, b, c, lane.slot);
    const Lanes<float> t = warp.map(&Hit::t, candidate);
    const Lanes<float> nearest = warp.map(&Hit::t, lane.hit);
    Predicate nearer(warp, false);
    nearer = t < nearest;
    if (If tie{warp, (t == nearest) & (t < never)}) { // the lowest face of the mesh's file wins
        const Lanes<std::int32_t> source = co_await sources.load(lane.slot);
        nearer = source < co_await sources.load(warp.map(&Hit::slot, lane.hit));
    }
    if (If update{warp, nearer}) lane.hit = candidate;
    lane.slot += 1U;
}

} // namespace hitmap
