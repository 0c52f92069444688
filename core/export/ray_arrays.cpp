#include "core/export/ray_arrays.h"

#include <glm/vec3.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace hitmap {

namespace {

/// The columns that rays and hits have in common.
class EventColumns {
public:
    explicit EventColumns(const std::filesystem::path& folder)
        : order_(folder),
          request_(folder),
          launch_(folder),
          sm_(folder),
          warp_(folder),
          slot_(folder),
          lane_(folder),
          place_(folder) {}

    void append(const RayEvent& event, unsigned lane, std::uint64_t order) {
        order_.append(order);
        request_.append(event.request.value);
        launch_.append(event.launch);
        sm_.append(static_cast<std::uint16_t>(event.sm));
        warp_.append(event.warp);
        slot_.append(static_cast<std::uint16_t>(event.slot));
        lane_.append(static_cast<std::uint8_t>(lane));
        place_.append(static_cast<std::uint16_t>(event.place));
    }
    void write(const std::string& prefix, NpzWriter& out) {
        order_.write(prefix + "order", out);
        request_.write(prefix + "request", out);
        launch_.write(prefix + "launch", out);
        sm_.write(prefix + "sm", out);
        warp_.write(prefix + "warp", out);
        slot_.write(prefix + "slot", out);
        lane_.write(prefix + "lane", out);
        place_.write(prefix + "place", out);
    }
    [[nodiscard]] std::uint64_t size() const { return order_.size(); }

private:
    ArrayColumn<std::uint64_t> order_, request_;
    ArrayColumn<std::uint32_t> launch_;
    ArrayColumn<std::uint16_t> sm_;
    ArrayColumn<std::uint32_t> warp_;
    ArrayColumn<std::uint16_t> slot_;
    ArrayColumn<std::uint8_t> lane_;
    ArrayColumn<std::uint16_t> place_;
};

class RayColumns {
public:
    explicit RayColumns(const std::filesystem::path& folder)
        : event_(folder),
          origin_(folder),
          direction_(folder),
          tmin_(folder),
          tmax_(folder),
          flags_(folder),
          mask_(folder),
          structure_(folder) {}

    void append(const RayEvent& event, unsigned lane, std::uint64_t order, const Ray& ray) {
        event_.append(event, lane, order);
        for (int axis = 0; axis < 3; ++axis) {
            origin_.append(ray.origin[axis]);
            direction_.append(ray.direction[axis]);
        }
        tmin_.append(ray.tmin);
        tmax_.append(ray.tmax);
        flags_.append(ray.flags);
        mask_.append(ray.mask);
        structure_.append(ray.structure);
    }
    void write(NpzWriter& out) {
        event_.write("ray_", out);
        origin_.write("ray_origin", out, {event_.size(), 3});
        direction_.write("ray_direction", out, {event_.size(), 3});
        tmin_.write("ray_tmin", out);
        tmax_.write("ray_tmax", out);
        flags_.write("ray_flags", out);
        mask_.write("ray_mask", out);
        structure_.write("ray_structure", out);
    }

private:
    EventColumns event_;
    ArrayColumn<float> origin_, direction_, tmin_, tmax_;
    ArrayColumn<std::uint32_t> flags_, mask_;
    ArrayColumn<std::uint64_t> structure_;
};

class HitColumns {
public:
    explicit HitColumns(const std::filesystem::path& folder)
        : event_(folder),
          kind_(folder),
          shape_(folder),
          instance_(folder),
          geometry_(folder),
          primitive_(folder),
          t_(folder) {}

    void append(const RayEvent& event, unsigned lane, std::uint64_t order, std::uint8_t shape,
                const RayHit& hit) {
        event_.append(event, lane, order);
        kind_.append(static_cast<std::uint8_t>(event.kind));
        shape_.append(shape);
        instance_.append(hit.instance);
        geometry_.append(hit.geometry);
        primitive_.append(hit.primitive);
        t_.append(hit.t);
    }
    void write(NpzWriter& out) {
        event_.write("hit_", out);
        kind_.write("hit_kind", out);
        shape_.write("hit_shape", out);
        instance_.write("hit_instance", out);
        geometry_.write("hit_geometry", out);
        primitive_.write("hit_primitive", out);
        t_.write("hit_t", out);
    }

private:
    EventColumns event_;
    ArrayColumn<std::uint8_t> kind_, shape_;
    ArrayColumn<std::uint32_t> instance_, geometry_, primitive_;
    ArrayColumn<float> t_;
};

} // namespace

void write_ray_arrays(RequestSource& source, NpzWriter& out) {
    constexpr std::uint8_t no_shape = 255;
    constexpr RayHit no_hit{HitShape::triangle, 0, 0, 0, std::numeric_limits<float>::infinity()};
    const JobContext& job = out.job();
    RayColumns rays(out.folder());
    HitColumns hits(out.folder());
    job.begin("reading the rays", source.info().rays.events, "events");
    std::uint64_t order = 0;
    for (RayEvents some; source.next_ray_events(some);) {
        for (const RayEvents::Entry& event : some.events) {
            job.check();
            const RayLanes lanes = some.lanes_of(event);
            std::size_t i = 0;
            for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++i, ++order) {
                const auto lane = static_cast<unsigned>(std::countr_zero(rest));
                if (has_rays(event.kind))
                    rays.append(event, lane, order, lanes.rays[i]);
                else if (has_hits(event.kind))
                    hits.append(event, lane, order, static_cast<std::uint8_t>(lanes.hits[i].shape),
                                lanes.hits[i]);
                else
                    hits.append(event, lane, order, no_shape, no_hit);
            }
        }
        job.add(some.events.size());
    }
    rays.write(out);
    hits.write(out);
}

} // namespace hitmap
