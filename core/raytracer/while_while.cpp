#include "core/raytracer/while_while.h"

#include "core/simt/kernel.h"

#include <limits>

namespace hitmap {

using namespace simt;

namespace {

constexpr std::uint32_t no_node = ~std::uint32_t{0};
constexpr float never = std::numeric_limits<float>::infinity();

/// Registers of a ray on its way.
struct Traversal {
    Var<Ray> ray;
    Var<Hit> hit;
    Var<StackEntry> current;       ///< to visit next; no_node behind the last one
    Var<std::uint32_t> word;       ///< of the leaf that was found
    Var<std::uint32_t> stack_size; ///< entries

    explicit Traversal(Warp& warp) : ray(warp), hit(warp), current(warp), word(warp), stack_size(warp) {}
};

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

Children visit(const StackEntry& parent, std::uint32_t word, float left_entry, float right_entry) {
    const std::uint32_t offset = NodeWord::right_offset(word);
    const StackEntry left{parent.node + 1, parent.leaves, left_entry};
    const StackEntry right{parent.node + offset, parent.leaves + offset / 2, right_entry};
    return right_entry < left_entry ? Children{right, left} : Children{left, right};
}

/// The lanes that may begin new work.
Mask may_refill(const GpuScene& gpu, Mask idle, Mask active) {
    if (gpu.fetch == Fetch::lane) return idle;
    return (active & ~idle).none() ? idle : Mask();
}

Ray ray_of_pixel(const GpuScene& gpu, std::uint32_t pixel) {
    return primary_ray(gpu.camera, pixel % gpu.width, pixel / gpu.width, gpu.width, gpu.height);
}

/// Each active lane takes the next pixel; the warp asks the counter once, for all of them.
Code take_pixels(Warp& warp, const GpuScene& gpu, Var<std::uint32_t>& pixel) {
    const Global counter(warp, gpu.next_pixel);
    const Mask takers = warp.active();
    Var<std::uint32_t> first(warp);
    if (If leader{warp, takers.lowest()}) {
        first = co_await counter.atomic_add(0U, takers.count());
    }
    pixel = broadcast(first, takers.lowest()) + ranks_in(takers);
}

/// Takes nodes from the stack until one comes up that the ray enters before its hit.
Code pop(Warp& warp, const GpuScene& gpu, Traversal& lane) {
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

/// The first inner while: goes down until the node is a leaf, or none is left.
Code find_leaf(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Global nodes(warp, gpu.nodes);
    const Global boxes(warp, gpu.boxes);
    const Local stack(warp, gpu.stack);
    for (Loop descent(warp); descent.while_(warp.where(is_node, lane.current));) {
        lane.word = co_await nodes.load(warp.map(&StackEntry::node, lane.current));
        descent.break_(warp.where(NodeWord::is_leaf, lane.word));

        const Lanes<std::uint32_t> box = warp.map(child_boxes, lane.current);
        const Lanes<float> left = warp.map(enter_box, lane.ray, co_await boxes.load(box), lane.hit);
        const Lanes<float> right = warp.map(enter_box, lane.ray, co_await boxes.load(box + 1U), lane.hit);
        const Lanes<Children> child = warp.map(visit, lane.current, lane.word, left, right);

        if (If both{warp, (left < never) & (right < never)}) {
            co_await stack.store(lane.stack_size, warp.map(&Children::far, child));
            lane.stack_size += 1U;
        }
        const Mask any = (left < never) | (right < never);
        if (If enters{warp, any}) lane.current = warp.map(&Children::near, child);
        if (If misses{warp, ~any}) co_await pop(warp, gpu, lane);
    }
}

/// The second inner while: tests the triangles of the leaf, then takes the next node.
Code test_leaf(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Global faces(warp, gpu.faces);
    const Global vertices(warp, gpu.vertices);
    const Global sources(warp, gpu.sources);
    const Lanes<std::uint32_t> count = warp.map(NodeWord::triangles, lane.word);
    Var<std::uint32_t> slot(warp, warp.map(&StackEntry::leaves, lane.current) * gpu.leaf_size);
    const Lanes<std::uint32_t> end = slot + count;
    for (Loop untested(warp); untested.while_(slot < end);) {
        const Lanes<glm::uvec3> face = co_await faces.load(slot);
        const Lanes<glm::vec3> a = co_await vertices.load(warp.map(&glm::uvec3::x, face));
        const Lanes<glm::vec3> b = co_await vertices.load(warp.map(&glm::uvec3::y, face));
        const Lanes<glm::vec3> c = co_await vertices.load(warp.map(&glm::uvec3::z, face));
        const Lanes<Hit> candidate = warp.map(intersect_triangle, lane.ray, a, b, c, slot);
        const Lanes<float> t = warp.map(&Hit::t, candidate);
        const Lanes<float> nearest = warp.map(&Hit::t, lane.hit);
        Predicate nearer(warp, false);
        nearer = t < nearest;
        if (If tie{warp, (t == nearest) & (t < never)}) { // the lowest face of the mesh's file wins
            const Lanes<std::int32_t> source = co_await sources.load(slot);
            nearer = source < co_await sources.load(warp.map(&Hit::slot, lane.hit));
        }
        if (If update{warp, nearer}) lane.hit = candidate;
        slot += 1U;
    }
    co_await pop(warp, gpu, lane);
}

Code write_pixel(Warp& warp, const GpuScene& gpu, const Traversal& lane, const Var<std::uint32_t>& pixel) {
    const Global normal_faces(warp, gpu.normal_faces);
    const Global normals(warp, gpu.normals);
    const Global framebuffer(warp, gpu.framebuffer);
    Var<Rgba> colour(warp);
    colour = warp.map([&](std::uint32_t p) { return background(p / gpu.width, gpu.height); }, pixel);
    const Lanes<std::uint32_t> slot = warp.map(&Hit::slot, lane.hit);
    if (If hit{warp, slot != no_slot}) {
        const Lanes<glm::uvec3> face = co_await normal_faces.load(slot);
        const Lanes<glm::vec3> a = co_await normals.load(warp.map(&glm::uvec3::x, face));
        const Lanes<glm::vec3> b = co_await normals.load(warp.map(&glm::uvec3::y, face));
        const Lanes<glm::vec3> c = co_await normals.load(warp.map(&glm::uvec3::z, face));
        colour = warp.map(shade, lane.ray, lane.hit, a, b, c);
    }
    co_await framebuffer.store(pixel, colour);
}

} // namespace

Code while_while(Warp& warp, const GpuScene& gpu) {
    const StackEntry root{.node = gpu.nodes.host.empty() ? no_node : 0};
    const std::uint32_t pixels = gpu.width * gpu.height;
    Traversal lane(warp);
    Var<std::uint32_t> pixel(warp);
    Predicate idle(warp, true);
    for (Loop forever(warp); forever.while_(Mask::all());) {
        if (If fetch{warp, may_refill(gpu, idle, warp.active())}) {
            co_await take_pixels(warp, gpu, pixel);
            warp.return_(pixel >= pixels);
            warp.tag(warp.map([](std::uint32_t p) { return WorkTag{.item = p}; }, pixel));
            lane.ray = warp.map([&](std::uint32_t p) { return ray_of_pixel(gpu, p); }, pixel);
            lane.hit = Hit{};
            lane.current = root;
            idle = Mask();
        }
        if (If traverse{warp, ~idle}) {
            co_await find_leaf(warp, gpu, lane);
            if (If leaf{warp, warp.where(is_node, lane.current)}) co_await test_leaf(warp, gpu, lane);
            idle = ~warp.where(is_node, lane.current);
        }
        if (If done{warp, may_refill(gpu, idle, warp.active())}) co_await write_pixel(warp, gpu, lane, pixel);
    }
}

} // namespace hitmap
