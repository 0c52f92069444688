#pragma once

#include "core/export/npz_writer.h"
#include "core/trace/stream/request_source.h"

namespace hitmap {

/// Reads all ray events and writes them as arrays. Those of rays have one item for each ray that was traced:
/// ray_order, ray_request, ray_launch, ray_sm, ray_warp, ray_slot, ray_lane, ray_place, ray_origin and
/// ray_direction (three each), ray_tmin, ray_tmax, ray_flags, ray_mask and ray_structure. Those of hits have
/// one item for each lane of the other events: hit_order, ..., hit_place as those of rays, hit_kind,
/// hit_shape (255 for a miss), hit_instance, hit_geometry, hit_primitive and hit_t (infinity for a miss).
/// `order` counts the lanes of all ray events together, so that both can be merged. Throws FileError,
/// Cancelled.
void write_ray_arrays(RequestSource& source, NpzWriter& out);

} // namespace hitmap
