#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>

namespace hitmap {

/// A ray as the kernels hold it; Ray (core/trace/model/ray_event.h) is one that a program hands to hardware.
struct TracedRay {
    glm::vec3 origin{0.0F};
    glm::vec3 direction{0.0F}; ///< not normalised
    glm::vec3 inverse_direction{0.0F};
};

inline constexpr std::uint32_t no_slot = ~std::uint32_t{0};

/// The nearest triangle so far, as a slot in memory. b and c are the barycentric coordinates of the second
/// and third vertex.
struct Hit {
    float t = std::numeric_limits<float>::infinity(); ///< in units of the ray's direction
    std::uint32_t slot = no_slot;
    float b = 0.0F;
    float c = 0.0F;
};

/// After Ize 2013: each slab distance of enter_box() has a relative error of at most three roundings, 3 *
/// 2^-24 in either direction. Before a far distance is compared with a near one, it is enlarged by twice
/// that, and by two more roundings for this product.
inline constexpr float slab_padding = 1.0F + 8.0F * 0x1p-24F;

/// The ray through the centre of pixel (x, y), row 0 on top. Its t is the depth along the camera's axis.
[[nodiscard]] TracedRay primary_ray(const Camera& camera, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t width, std::uint32_t height);

/// Where the ray enters the box: 0 if it starts inside, infinity if it misses the box or enters it
/// behind the hit. The test is conservative: it is never infinity if the ray contains a point of the box
/// that is no farther than the hit.
[[nodiscard]] inline float enter_box(const TracedRay& ray, const Aabb& box, const Hit& hit) {
    float near = 0.0F;
    float far = hit.t;
    for (int axis = 0; axis < 3; ++axis) {
        const float lower = (box.lower[axis] - ray.origin[axis]) * ray.inverse_direction[axis];
        const float upper = (box.upper[axis] - ray.origin[axis]) * ray.inverse_direction[axis];
        // Selected instead of branched to, because no processor predicts the directions of a warp's rays.
        const bool forwards = ray.inverse_direction[axis] >= 0.0F;
        const float in = forwards ? lower : upper;
        const float out = forwards ? upper : lower;
        // NaN (the ray lies in the plane of a slab) compares false and leaves the interval unchanged.
        near = in > near ? in : near;
        far = out < far ? out : far;
    }
    return near <= far * slab_padding ? near : std::numeric_limits<float>::infinity();
}

/// Whether a box may contain a triangle that is as near as the hit. `entry` is the result of enter_box()
/// before the hit was found.
[[nodiscard]] inline bool may_be_nearer(float entry, const Hit& hit) {
    return entry <= hit.t * slab_padding;
}

/// Intersection with the closed triangle a, b, c from either side; t = infinity for a miss.
///
/// Whether the ray hits is decided exactly for the given numbers: no ray passes between triangles that share
/// an edge or a vertex, and triangles of area 0 are never hit. t is computed in double precision and rounded
/// to float, so that triangles that meet at the hit are equally far.
[[nodiscard]] Hit intersect_triangle(const TracedRay& ray, const glm::vec3& a, const glm::vec3& b,
                                     const glm::vec3& c, std::uint32_t slot);

} // namespace hitmap
