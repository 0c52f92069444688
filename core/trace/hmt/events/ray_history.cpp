#include "core/trace/hmt/events/ray_history.h"

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
    const Place& place = places_[place_];
    const auto ray = [&](std::uint32_t number) -> const Ray& {
        return number != 0 ? data_.rays[number - 1] : no_ray;
    };
    const auto number = static_cast<std::uint32_t>(index); // index + 1 of the ray before it
    const std::size_t behind = index - first_;
    RayContext context{ray(behind == 0 ? place.ray : number), ray(behind == 0   ? place.second
                                                                  : behind == 1 ? place.ray
                                                                                : number - 1)};
    const Lane& own = warps_[warp_][lane];
    if (own.ray != 0) context.own = &data_.rays[own.ray - 1];
    if (own.is_hit_of_ray != 0) context.own_hit = &data_.hits[own.hit - 1];
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
            own.is_hit_of_ray = 0;
        } else if (has_hits(event.kind)) {
            own.hit = number & 0x7fffffffU; // a chunk has fewer
            own.is_hit_of_ray = event.kind == RayEventKind::committed && own.ray != 0 ? 1 : 0;
        }
    }
    Place& place = places_[place_];
    if (has_rays(event.kind)) {
        place.second = number - first_ > 1 ? number - 1 : place.ray;
        place.ray = number;
    }
    if (has_hits(event.kind)) place.hit = number;
}

} // namespace hitmap::hmt
