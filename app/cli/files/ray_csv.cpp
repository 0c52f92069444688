#include "app/cli/files/ray_csv.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace hitmap {

namespace {

constexpr std::string_view ray_csv_names =
    "request,launch,sm,warp,slot,lane,kind,place,origin_x,origin_y,origin_z,tmin,direction_x,direction_y,"
    "direction_z,tmax,flags,mask,structure,shape,instance,geometry,primitive,t\n";

std::string ray_fields(const Ray& r) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},,,,,", r.origin.x, r.origin.y, r.origin.z, r.tmin,
                       r.direction.x, r.direction.y, r.direction.z, r.tmax, r.flags, r.mask, r.structure);
}

std::string hit_fields(const RayHit& h) {
    return fmt::format(",,,,,,,,,,,{},{},{},{},{}", name_of(h.shape), h.instance, h.geometry, h.primitive,
                       h.t);
}

} // namespace

void write_ray_csv(const HmtFile& recording, TextOutput& out, const JobContext& job) {
    out.write(ray_csv_names);
    job.begin("writing rays", recording.info().rays.events, "events");
    RayEvents some;
    std::string rows;
    for (std::size_t chunk = 0; chunk < recording.ray_chunks(); ++chunk) {
        recording.read_rays(chunk, some);
        for (const RayEvents::Entry& e : some.events) {
            job.check();
            const RayLanes lanes = some.lanes_of(e);
            rows.clear();
            std::size_t i = 0;
            for (std::uint32_t rest = e.mask; rest != 0; rest &= rest - 1, ++i)
                fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},{},{}\n", e.request.value,
                               e.launch, e.sm, e.warp, e.slot, std::countr_zero(rest), name_of(e.kind),
                               e.place,
                               has_rays(e.kind)   ? ray_fields(lanes.rays[i])
                               : has_hits(e.kind) ? hit_fields(lanes.hits[i])
                                                  : ",,,,,,,,,,,,,,,");
            out.write(rows);
        }
        job.add(some.events.size());
    }
}

} // namespace hitmap
