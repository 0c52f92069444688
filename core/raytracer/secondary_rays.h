#pragma once

#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/ray.h"
#include "core/raytracer/shading.h"

#include <glm/vec3.hpp>

#include <cstdint>

/// What follows a primary ray, as functions for one lane. The results depend on the mesh, the camera, the
/// size of the picture, the kind of rays and the seed only, and never on the tree, the kernel or the device.
namespace hitmap {

/// Direction to the sun, which is infinitely far: above, to the right of and behind the camera of most
/// scenes.
inline constexpr glm::vec3 to_sun{0.36F, 0.80F, 0.48F};
/// Length of the rays of ambient occlusion, relative to the diagonal of the scene's bounding box.
inline constexpr float occlusion_reach = 0.1F;

/// Identifies one of the rays of a pixel.
struct RayNumber {
    std::uint32_t sample = 0; ///< index of the ray (ambient occlusion)
    /// Surfaces hit before: 0 for the primary ray, 1 for the ray that leaves its hit, ...
    std::uint32_t bounce = 0;
};

/// Where secondary rays leave a triangle, on the side from which it was hit.
struct Surface {
    glm::vec3 origin{0.0F}; ///< strictly on that side of the triangle's plane
    glm::vec3 normal{0.0F}; ///< of the triangle, towards that side; unit length
    std::uint32_t slot = no_slot;
};

/// The surface of the triangle a, b, c that the ray hit.
///
/// Instead of an epsilon, the hit is moved by a few steps of float numbers along the normal until it is on
/// the correct side of the plane, which is decided exactly (similar to Waechter and Binder 2019). Rays that
/// start there cannot hit the triangle or a copy of it again. If the hit is within these steps of an edge,
/// the origin may be behind the neighbouring triangle.
[[nodiscard]] Surface surface_at(const TracedRay& ray, const Hit& hit, const glm::vec3& a, const glm::vec3& b,
                                 const glm::vec3& c);

/// What determines a random ray.
struct RayKey {
    std::uint64_t seed = 0;
    std::uint32_t pixel = 0;
    RayNumber number;
};

/// A random unit direction above the surface with density cosine / pi. It is computed with additions,
/// multiplications and square roots only, so that all machines give the same result.
[[nodiscard]] glm::vec3 cosine_direction(const glm::vec3& normal, const RayKey& key);

/// The ray that leaves the surface: towards the sun (RayKind::shadow), or in a random direction (other
/// kinds).
[[nodiscard]] TracedRay secondary_ray(RayKind kind, const Surface& surface, const RayKey& key);

/// Whether only the existence of a hit matters for rays of this kind.
[[nodiscard]] inline bool stops_at_any_hit(RayKind kind) {
    return kind == RayKind::shadow || kind == RayKind::ambient_occlusion;
}

/// The length of secondary rays in a scene with this bounding box.
[[nodiscard]] float reach_of(RayKind kind, const Aabb& scene);

/// Whether a ray may leave the hit of ray `number` of a pixel.
[[nodiscard]] bool leaves_what_it_hit(const RayPlan& plan, const RayNumber& number, const Hit& hit);

struct Gathered {
    bool more = false; ///< whether there is a next ray
    RayNumber next;
    float light = 1.0F; ///< 0..1, valid after the last ray
};

/// Called after ray `number`, with the light that the previous call returned.
/// Shadow: surfaces that the sun does not reach, or reaches from behind only, are darker. Ambient occlusion:
/// light is the share of rays that hit nothing. Path: white light from all directions; grey surfaces keep a
/// part of it at each bounce except the first, and a path that ends without leaving the scene has less.
[[nodiscard]] Gathered gather_light(const RayPlan& plan, const RayNumber& number, bool hit,
                                    const Surface& left, float light);

/// The colour under that light, 0..1.
[[nodiscard]] Rgba lit(Rgba colour, float light);

} // namespace hitmap
