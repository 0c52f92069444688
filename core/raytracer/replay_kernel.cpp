#include "core/raytracer/replay_kernel.h"

#include "core/raytracer/traversal.h"
#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

namespace {

Code test_replayed_triangle(Warp& warp, const ReplayScene& scene, const Lanes<ReplayedRay>& rays,
                            Traversal& lane) {
    const Global faces(warp, scene.gpu.faces);
    const Global vertices(warp, scene.gpu.vertices);
    const Lanes<glm::uvec3> face = co_await faces.load(lane.slot);
    const Lanes<glm::vec3> a = co_await vertices.load(warp.map(&glm::uvec3::x, face));
    const Lanes<glm::vec3> b = co_await vertices.load(warp.map(&glm::uvec3::y, face));
    const Lanes<glm::vec3> c = co_await vertices.load(warp.map(&glm::uvec3::z, face));
    const Lanes<Hit> candidate = warp.map(intersect_triangle, lane.ray, a, b, c, lane.slot);
    const Mask hits = warp.where(
        [&](const ReplayedRay& ray, const Hit& found, const Hit& nearest, auto& p, auto& q, auto& r) {
            // Lanes without a hit have no slot.
            return found.slot != no_slot && becomes_hit(ray, found, nearest, scene.traits[found.slot],
                                                        scene.sources[found.slot], {p, q, r});
        },
        rays, candidate, lane.hit, a, b, c);
    if (If update{warp, hits}) lane.hit = candidate;
    lane.slot += 1U;
    const Mask ends_early = warp.where(&ReplayedRay::ends_at_first_hit, rays);
    if (If ended{warp, hits & ends_early}) {
        lane.slot_end = lane.slot;
        lane.stack_size = 0U;
    }
}

Code replay_turn(Warp& warp, const ReplayScene& scene, const Lanes<ReplayedRay>& rays, Traversal& lane) {
    for (Loop descent(warp); descent.while_(on_its_way(warp, lane) & ~in_leaf(lane));)
        co_await visit_node(warp, scene.gpu, lane);
    if (If leaf{warp, in_leaf(lane)}) {
        for (Loop untested(warp); untested.while_(in_leaf(lane));)
            co_await test_replayed_triangle(warp, scene, rays, lane);
        co_await take_next_node(warp, scene.gpu, lane);
    }
}

} // namespace

Code replay_rays(Warp& warp, const ReplayScene& scene, ReplayedWarp& replayed) {
    warp.return_(~replayed.lanes);
    const Lanes<ReplayedRay>& rays = replayed.rays;
    Traversal lane(warp);
    lane.ray = warp.map(&ReplayedRay::ray, rays);
    lane.hit = warp.map([](const ReplayedRay& ray) { return Hit{.t = ray.tmax}; }, rays);
    lane.origin_slot = no_slot;
    lane.begin(scene.gpu);
    Predicate tracing(warp, false);
    tracing = on_its_way(warp, lane);
    for (Loop traversal(warp); traversal.while_(tracing);) {
        co_await replay_turn(warp, scene, rays, lane);
        tracing = on_its_way(warp, lane);
    }
    for_each_lane(warp.active(), [&](unsigned l) { replayed.hits[l] = lane.hit[l]; });
}

} // namespace hitmap
