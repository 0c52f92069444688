#include "core/replay/own_rays.h"

#include "core/trace/elements/element_instance.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

bool is_number(const Ray& ray) {
    bool moves = false;
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(ray.origin[axis]) || !std::isfinite(ray.direction[axis])) return false;
        moves = moves || ray.direction[axis] != 0.0F;
    }
    return moves && !std::isnan(ray.tmin) && !std::isnan(ray.tmax);
}

ReplayedRay replayed(const Ray& traced, const RayOutcome& outcome, const ReplayedFaces& faces) {
    ReplayedRay ray;
    ray.ray.origin = traced.origin;
    ray.ray.direction = traced.direction;
    ray.ray.inverse_direction = 1.0F / traced.direction;
    ray.tmin = traced.tmin;
    ray.tmax = traced.tmax;
    ray.flags = traced.flags;
    ray.mask = traced.mask;
    if (outcome.kind != RayOutcome::Kind::hit) return ray;
    const RayHit& hit = outcome.hit;
    if (hit.shape == HitShape::box)
        ray.tmax = std::min(traced.tmax, hit.t);
    else
        ray.hit_face = faces.face_of(hit.instance, hit.geometry, hit.primitive).value_or(no_face);
    return ray;
}

} // namespace

ReplayedWarp replayed_warp(const LoggedWarp& warp, const ReplayedFaces& faces) {
    ReplayedWarp traced;
    std::uint32_t numbers = 0;
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        if (!is_number(*warp.rays[lane])) return;
        numbers |= 1U << lane;
        traced.rays[lane] = replayed(*warp.rays[lane], warp.outcome(lane), faces);
    });
    traced.lanes = simt::Mask(numbers);
    return traced;
}

void set_ends(const LoggedWarp& warp, const ReplayedWarp& traced, const std::vector<std::int32_t>& sources,
              const ReplayedFaces& faces, ReplayEnds& ends) {
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        ReplayEnd& end = ends[lane];
        end = ReplayEnd();
        end.was_replayed = (traced.lanes.bits() >> lane & 1U) != 0;
        const Hit& hit = traced.hits[lane];
        if (!end.was_replayed || hit.slot == no_slot) return;
        end.hit = faces.hit_of(sources[hit.slot]);
        end.hit->t = hit.t;
    });
}

} // namespace hitmap
