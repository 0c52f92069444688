#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/raytracer/replayed_ray.h"
#include "core/trace/model/recording.h"

#include <glm/vec3.hpp>

#include <limits>

/// The arithmetic with which lavapipe tests boxes and triangles, rounding by rounding, so that a replay
/// decides as the driver did. (Mesa 25.0, src/gallium/frontends/lavapipe/lvp_nir_ray_tracing.c)
namespace hitmap {

/// A ray in the space of a structure.
struct DriverRay {
    glm::vec3 origin{0.0F};
    glm::vec3 direction{0.0F};
    glm::vec3 inverse{0.0F}; ///< of the direction; the largest number where that is 0

    DriverRay() = default;
    DriverRay(const glm::vec3& from, const glm::vec3& along);
};

/// A ray of the world in the space of an instance.
[[nodiscard]] DriverRay in_space(const Transform& world_to_object, const DriverRay& world);

/// Where a ray meets something; infinity where it does not.
inline constexpr float meets_nothing = std::numeric_limits<float>::infinity();

/// Where the ray enters the box, which is negative if it begins inside; infinity if it does not enter it
/// before `tmax` or all of it is behind the origin. The ray's own tmin does not matter.
[[nodiscard]] float entry_of(const DriverRay& ray, const Aabb& box, float tmax);

struct DriverMeeting {
    float t = meets_nothing;
    bool is_front = false; ///< the side that the corners go round counter-clockwise
};
/// The watertight test of Woop et al. 2013, with edge functions in double precision. A meeting behind the
/// origin is none.
[[nodiscard]] DriverMeeting meeting_of(const DriverRay& ray, const TriangleCorners& corners);

} // namespace hitmap
