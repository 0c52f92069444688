#include "core/raytracer/traversal.h"

#include "core/raytracer/secondary_rays.h"
#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

namespace {

bool is_node(const StackEntry& entry) {
    return entry.node != no_node;
}

} // namespace

void Traversal::begin(const GpuScene& gpu) {
    current = StackEntry{.node = gpu.has_nodes ? 0 : no_node};
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
    const Mask others = gpu.rays.kind == RayKind::primary ? Mask::all() : lane.slot != lane.origin_slot;
    Predicate nearer(warp, false);
    nearer = (t < nearest) & others;
    const Lanes<std::uint32_t> hit_slot = warp.map(&Hit::slot, lane.hit);
    if (If tie{warp,
               (t == nearest) & (hit_slot != no_slot) & others}) { // the lowest face of the mesh's file wins
        const Lanes<std::int32_t> source = co_await sources.load(lane.slot);
        nearer = source < co_await sources.load(hit_slot);
    }
    if (If update{warp, nearer}) lane.hit = candidate;
    lane.slot += 1U;
    if (stops_at_any_hit(gpu.rays.kind)) {
        const Mask hits = warp.where([](const Hit& hit) { return hit.slot != no_slot; }, lane.hit);
        if (If blocked{warp, hits & (lane.origin_slot != no_slot)}) {
            lane.slot_end = lane.slot;
            lane.stack_size = 0U;
        }
    }
}

} // namespace hitmap
