#include "core/trace/hmt/chunks/ray_history.h"

#include <bit>

namespace hitmap::hmt {

namespace {

// What comes before the first ray and the first hit of a place.
const Ray no_ray;
const RayHit no_hit{HitShape::triangle, 0, 0, 0, 0.0F};

} // namespace

void RayHistory::begin(std::uint32_t warp, std::uint32_t place, std::size_t first) {
    if (warp >= warps_.size()) warps_.resize(std::size_t{warp} + 1);
    warp_ = warp;
    place_ = place;
    first_ = first;
}

RayContext RayHistory::of_ray(unsigned lane, std::size_t index) const {
    const std::uint32_t of_place = places_[place_].ray;
    const Ray& before = index > first_  ? data_.rays[index - 1]
                        : of_place != 0 ? data_.rays[of_place - 1]
                                        : no_ray;
    RayContext context{before, index > first_ + 1 ? data_.rays[index - 2] : before};
    const Lane& own = warps_[warp_][lane];
    if (own.ray != 0) context.own = &data_.rays[own.ray - 1];
    if (own.is_hit_of_ray) context.own_hit = &data_.hits[own.hit - 1];
    return context;
}

RayHistory::HitContext RayHistory::of_hit(unsigned lane, std::size_t index) const {
    const std::uint32_t of_place = places_[place_].hit;
    HitContext context{index > first_  ? data_.hits[index - 1]
                       : of_place != 0 ? data_.hits[of_place - 1]
                                       : no_hit};
    const Lane& own = warps_[warp_][lane];
    if (own.hit != 0) context.own = &data_.hits[own.hit - 1];
    return context;
}

void RayHistory::end(const RayEvent& event) {
    auto number = static_cast<std::uint32_t>(first_);
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        Lane& own = warps_[warp_][static_cast<std::size_t>(std::countr_zero(rest))];
        ++number;
        if (has_rays(event.kind)) {
            own.ray = number;
            own.is_hit_of_ray = false;
        } else if (has_hits(event.kind)) {
            own.hit = number;
            own.is_hit_of_ray = event.kind == RayEventKind::committed && own.ray != 0;
        }
    }
    if (has_rays(event.kind)) places_[place_].ray = number;
    if (has_hits(event.kind)) places_[place_].hit = number;
}

} // namespace hitmap::hmt
