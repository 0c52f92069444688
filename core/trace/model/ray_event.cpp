#include "core/trace/model/ray_event.h"

#include <bit>

namespace hitmap {

namespace {

/// A ray as numbers without padding between them.
using RayBits = std::array<std::uint64_t, 6>;
static_assert(sizeof(Ray) == sizeof(RayBits));

} // namespace

std::string_view name_of(RayEventKind kind) {
    constexpr std::array<std::string_view, ray_event_kind_count> names{"traced", "candidate", "committed",
                                                                       "missed", "reported"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view name_of(HitShape shape) {
    constexpr std::array<std::string_view, hit_shape_count> names{"triangle", "box"};
    return names.at(static_cast<std::size_t>(shape));
}

bool operator==(const Ray& a, const Ray& b) {
    return std::bit_cast<RayBits>(a) == std::bit_cast<RayBits>(b);
}

bool same_element(const RayHit& a, const RayHit& b) {
    return a.shape == b.shape && a.instance == b.instance && a.geometry == b.geometry &&
           a.primitive == b.primitive;
}

bool operator==(const RayHit& a, const RayHit& b) {
    return same_element(a, b) && std::bit_cast<std::uint32_t>(a.t) == std::bit_cast<std::uint32_t>(b.t);
}

RayLanes RayEvents::lanes_of(const Entry& event) const {
    const auto lanes = static_cast<std::size_t>(std::popcount(event.mask));
    RayLanes result;
    if (has_rays(event.kind)) result.rays = std::span(rays).subspan(event.first, lanes);
    if (has_hits(event.kind)) result.hits = std::span(hits).subspan(event.first, lanes);
    return result;
}

void RayEvents::clear() {
    events.clear();
    rays.clear();
    hits.clear();
}

void RayEvents::append(const RayEvent& event, const RayLanes& lanes) {
    events.push_back({event, has_rays(event.kind) ? rays.size() : hits.size()});
    rays.insert(rays.end(), lanes.rays.begin(), lanes.rays.end());
    hits.insert(hits.end(), lanes.hits.begin(), lanes.hits.end());
}

void RayCounts::add(const RayEvent& event) {
    ++events;
    lanes[static_cast<std::size_t>(event.kind)] += static_cast<std::uint64_t>(std::popcount(event.mask));
}

RayCounts& RayCounts::operator+=(const RayCounts& more) {
    events += more.events;
    for (std::size_t kind = 0; kind < lanes.size(); ++kind)
        lanes[kind] += more.lanes[kind];
    return *this;
}

} // namespace hitmap
