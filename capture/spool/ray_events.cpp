#include "capture/spool/ray_events.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace hitmap::capture {

namespace {

hmt_ray_event event_of(RayEvent event) {
    switch (event) {
    case RayEvent::candidate:
        return HMT_RAY_CANDIDATE;
    case RayEvent::committed:
        return HMT_RAY_COMMITTED;
    case RayEvent::missed:
        return HMT_RAY_MISSED;
    case RayEvent::reported:
        return HMT_RAY_REPORTED;
    case RayEvent::traced:
        break;
    }
    return HMT_RAY_TRACED;
}

/// Whether a site is in a shader that a traversal calls.
bool is_called(const RaySite& site) {
    return site.event != RayEvent::traced && (site.stage == "any hit" || site.stage == "closest hit" ||
                                              site.stage == "miss" || site.stage == "intersection");
}

hmt_ray_hit hit_of(const LogRecord& record, std::uint32_t rank) {
    hmt_ray_hit hit{};
    hit.shape = std::min(record.word(rank, hit_shape), 1U);
    hit.instance = record.word(rank, hit_instance);
    hit.geometry = record.word(rank, hit_geometry);
    hit.primitive = record.word(rank, hit_primitive);
    hit.t = std::bit_cast<float>(record.word(rank, hit_distance));
    return hit;
}

} // namespace

RayEvents::RayEvents(const SpoolTables& tables, const SpoolSurvey& survey, hmt_recorder* recorder)
    : survey_(survey), recorder_(recorder), structures_(tables), work_(tables, survey, recorder) {
    std::uint32_t number = 0;
    for (const std::uint32_t site : survey.ray_sites) {
        const SpoolModule& module = *tables.module_of(site);
        const RaySite& ray = module.rays[module.sites[site - module.first_site].index];
        hmt_ray_place row{};
        row.event = event_of(ray.event);
        row.stage = ray.stage.c_str();
        row.function = ray.function.c_str();
        row.file = ray.location.source < module.sources.size()
                       ? module.sources[ray.location.source].name.c_str()
                       : "";
        row.line = ray.location.line;
        row.column = ray.location.column;
        hmt_add_ray_place(recorder, &row);
        places_.emplace(site, Place{number++, &module, &ray, is_called(ray)});
    }
}

void RayEvents::begin(std::uint32_t launch, const LogRecord& record) {
    work_.begin(launch, record);
}

bool RayEvents::add(std::uint32_t launch, const LogRecord& record) {
    const auto found = places_.find(record.site);
    if (found == places_.end()) return false;
    const Place& place = found->second;
    if (record.payload != place.site->payload) return true;
    if (place.is_called) {
        add_for_tracers(launch, record, place);
        return true;
    }
    std::uint32_t rank = 0;
    for (unsigned part = 0; part < 4; ++part) {
        const auto mask = static_cast<std::uint32_t>(record.mask[part / 2] >> 32 * (part % 2));
        if (mask == 0) continue;
        const WarpPlace warp = survey_.warps.place_of(launch, *record.subgroup, part);
        const auto count = static_cast<std::uint32_t>(std::popcount(mask));
        for (std::uint32_t i = 0; i < count; ++i, ++rank) {
            if (record.payload == Payload::ray)
                rays_[i] = ray_of(launch, record, rank, place);
            else if (record.payload == Payload::hit)
                hits_[i] = hit_of(record, rank);
        }
        if (record.payload == Payload::ray) {
            work_.trace(launch, record, part, mask, warp, rays_.data());
            const hmt_ray_lanes lanes{launch, warp.sm, warp.warp, warp.slot, place.number, mask};
            hmt_add_ray(recorder_, &lanes, rays_.data());
        } else {
            add_hits(launch, warp, place, mask);
        }
    }
    return true;
}

void RayEvents::add_hits(std::uint32_t launch, const WarpPlace& warp, const Place& place,
                         std::uint32_t mask) {
    const hmt_ray_lanes lanes{launch, warp.sm, warp.warp, warp.slot, place.number, mask};
    hmt_add_ray_hit(recorder_, &lanes, place.site->payload == Payload::hit ? hits_.data() : nullptr);
}

/// The shader of a pipeline that is called for a hit or a miss runs in other subgroups than that which traced
/// the ray. The event is one of the lanes that traced.
void RayEvents::add_for_tracers(std::uint32_t launch, const LogRecord& record, const Place& place) {
    struct Lane {
        WarpPlace warp;
        unsigned lane;
        std::uint32_t rank;
    };
    std::vector<Lane> lanes;
    std::uint32_t rank = 0;
    for (unsigned lane = 0; lane < 128; ++lane) {
        if ((record.mask[lane / 64] >> lane % 64 & 1) == 0) continue;
        if (const RayInvocation* const tracer = work_.tracer(launch, record, lane))
            lanes.push_back({tracer->warp, tracer->lane, rank});
        ++rank;
    }
    std::sort(lanes.begin(), lanes.end(), [](const Lane& a, const Lane& b) {
        return std::pair(a.warp.warp, a.lane) < std::pair(b.warp.warp, b.lane);
    });
    for (std::size_t first = 0; first < lanes.size();) {
        std::uint32_t mask = 0;
        std::size_t count = 0;
        std::size_t next = first;
        // Two invocations in one lane were there one after the other.
        for (; next < lanes.size() && lanes[next].warp.warp == lanes[first].warp.warp &&
               (mask >> lanes[next].lane & 1) == 0;
             ++next) {
            mask |= 1U << lanes[next].lane;
            if (record.payload == Payload::hit) hits_[count++] = hit_of(record, lanes[next].rank);
        }
        add_hits(launch, lanes[first].warp, place, mask);
        first = next;
    }
}

hmt_ray RayEvents::ray_of(std::uint32_t launch, const LogRecord& record, std::uint32_t rank,
                          const Place& place) {
    const auto number = [&](std::uint32_t word) { return std::bit_cast<float>(record.word(rank, word)); };
    hmt_ray ray{};
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        ray.origin[axis] = number(ray_origin + axis);
        ray.direction[axis] = number(ray_direction + axis);
    }
    ray.tmin = number(ray_tmin);
    ray.tmax = number(ray_tmax);
    ray.flags = record.word(rank, ray_flags);
    ray.mask = record.word(rank, ray_mask);
    ray.structure = structures_.of(launch, record, rank, *place.module, *place.site);
    return ray;
}

} // namespace hitmap::capture
