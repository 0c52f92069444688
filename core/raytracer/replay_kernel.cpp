#include "core/raytracer/replay_kernel.h"

#include "core/raytracer/traversal.h"
#include "core/simt/kernel.h"

#include <glm/geometric.hpp>

namespace hitmap {

using namespace simt;

namespace {

bool is_opaque(const ReplayedRay& ray, const SlotTraits& traits) {
    if ((ray.flags & ray_opaque) != 0) return true;
    return (ray.flags & ray_no_opaque) == 0 && traits.is_opaque;
}

/// Whether the ray meets the front of the triangle: that from which its corners are in counter-clockwise
/// order. (Vulkan, "Ray Intersection Candidate Determination")
bool meets_front(const ReplayedRay& ray, const SlotTraits& traits, const glm::vec3& a, const glm::vec3& b,
                 const glm::vec3& c) {
    const bool is_front = glm::dot(glm::cross(b - a, c - a), ray.ray.direction) < 0.0F;
    return is_front != traits.flips_facing;
}

/// Whether the ray takes a triangle into account at all. (Vulkan, "Ray Culling")
bool sees(const ReplayedRay& ray, const SlotTraits& traits, const glm::vec3& a, const glm::vec3& b,
          const glm::vec3& c) {
    if ((ray.mask & traits.mask & 0xffU) == 0 || (ray.flags & ray_skips_triangles) != 0) return false;
    const std::uint32_t culled = is_opaque(ray, traits) ? ray_culls_opaque : ray_culls_no_opaque;
    if ((ray.flags & culled) != 0) return false;
    const std::uint32_t sides = ray.flags & (ray_culls_front | ray_culls_back);
    if (sides == 0 || !traits.culls_facing) return true;
    return (sides & (meets_front(ray, traits, a, b, c) ? ray_culls_front : ray_culls_back)) == 0;
}

bool accepts(const ReplayScene& scene, const ReplayedRay& ray, const Hit& candidate, const Hit& nearest,
             const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    if (!(candidate.t > ray.tmin && candidate.t < nearest.t)) return false;
    const SlotTraits& traits = scene.traits[candidate.slot];
    if (!sees(ray, traits, a, b, c)) return false;
    return is_opaque(ray, traits) || scene.sources[candidate.slot] == ray.hit_face;
}

Code test_replayed_triangle(Warp& warp, const ReplayScene& scene, const Lanes<ReplayedRay>& rays,
                            Traversal& lane) {
    const Global faces(warp, scene.gpu.faces);
    const Global vertices(warp, scene.gpu.vertices);
    const Lanes<glm::uvec3> face = co_await faces.load(lane.slot);
    const Lanes<glm::vec3> a = co_await vertices.load(warp.map(&glm::uvec3::x, face));
    const Lanes<glm::vec3> b = co_await vertices.load(warp.map(&glm::uvec3::y, face));
    const Lanes<glm::vec3> c = co_await vertices.load(warp.map(&glm::uvec3::z, face));
    const Lanes<Hit> candidate = warp.map(intersect_triangle, lane.ray, a, b, c, lane.slot);
    const Mask hits = warp.where([&](auto& ray, auto& found, auto& nearest, auto& p, auto& q,
                                     auto& r) { return accepts(scene, ray, found, nearest, p, q, r); },
                                 rays, candidate, lane.hit, a, b, c);
    if (If update{warp, hits}) lane.hit = candidate;
    lane.slot += 1U;
    const Mask ends_early =
        warp.where([](const ReplayedRay& ray) { return (ray.flags & ray_ends_at_first_hit) != 0; }, rays);
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
