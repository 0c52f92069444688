#pragma once

#include "core/geometry/aabb.h"
#include "core/geometry/camera.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>

namespace hitmap {

struct Ray {
    glm::vec3 origin{0.0F};
    glm::vec3 direction{0.0F}; ///< not normalised
    glm::vec3 inverse_direction{0.0F};
};

inline constexpr std::uint32_t no_slot = ~std::uint32_t{0};

/// The nearest triangle so far, in memory order. b and c weigh the second and third vertex.
struct Hit {
    float t = std::numeric_limits<float>::infinity(); ///< in units of the ray's direction
    std::uint32_t slot = no_slot;
    float b = 0.0F;
    float c = 0.0F;
};

/// After Ize 2013: each slab distance of enter_box has a relative error of at most
/// three roundings, 3 * 2^-24 each way. A far distance is moved out by twice that and some for this product
/// before a near one is compared with it.
inline constexpr float slab_padding = 1.0F + 8.0F * 0x1p-24F;

/// Ray through the centre of pixel (x, y), row 0 on top; its t is the depth along the camera's axis.
[[nodiscard]] Ray primary_ray(const Camera& camera, std::uint32_t x, std::uint32_t y, std::uint32_t width,
                              std::uint32_t height);

/// Where the ray enters the box, 0 where it starts inside; infinity where it misses the box or enters it
/// behind the hit. Conservative: never infinity where a point of the box that is no farther than the hit is
/// on the ray.
[[nodiscard]] inline float enter_box(const Ray& ray, const Aabb& box, const Hit& hit) {
    float near = 0.0F;
    float far = hit.t;
    for (int axis = 0; axis < 3; ++axis) {
        const bool forwards = ray.inverse_direction[axis] >= 0.0F;
        const float first = forwards ? box.lower[axis] : box.upper[axis];
        const float last = forwards ? box.upper[axis] : box.lower[axis];
        const float in = (first - ray.origin[axis]) * ray.inverse_direction[axis];
        const float out = (last - ray.origin[axis]) * ray.inverse_direction[axis];
        // NaN (a ray within the slab's plane) compares false and leaves the interval as it is.
        if (in > near) near = in;
        if (out < far) far = out;
    }
    return near <= far * slab_padding ? near : std::numeric_limits<float>::infinity();
}

/// Whether a box entered at `entry`, which enter_box said before the hit was found, may hold a triangle that
/// is as near as the hit.
[[nodiscard]] inline bool may_be_nearer(float entry, const Hit& hit) {
    return entry <= hit.t * slab_padding;
}

/// Intersection with the closed triangle a, b, c from either side; t = infinity for a miss.
///
/// Whether the ray hits is decided exactly for the numbers given, so that no ray slips through an edge or a
/// vertex that triangles share, and so that triangles of area 0 are never hit. t is computed in double
/// precision and rounded to float: triangles that meet where the ray hits them are equally far.
[[nodiscard]] Hit intersect_triangle(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                     const glm::vec3& c, std::uint32_t slot);

} // namespace hitmap
