#pragma once

#include "core/raytracer/ray.h"
#include "core/raytracer/shading.h"
#include "core/raytracer/trace_options.h"

#include <glm/vec3.hpp>

#include <cstdint>

/// What follows a primary ray, as functions for one lane. All of it depends on the mesh, the camera, the
/// picture's size, the kind of rays and the seed alone, never on the tree, the kernel, or the device.
namespace hitmap {

/// Towards the sun, far away, from everywhere: above, to the right and behind the viewer of most scenes.
inline constexpr glm::vec3 to_sun{0.36F, 0.80F, 0.48F};
/// Ambient occlusion looks so far, as a part of the diagonal of the box around everything.
inline constexpr float occlusion_reach = 0.1F;

/// Which of a pixel's rays.
struct RayNumber {
    std::uint32_t sample = 0; ///< of ambient occlusion
    std::uint32_t bounce = 0; ///< surfaces before it: 0 for the primary ray, 1 for what leaves its hit, ...
};

/// Where rays leave a triangle, on the side from which it was hit.
struct Surface {
    glm::vec3 origin{0.0F}; ///< strictly on that side of the triangle's plane
    glm::vec3 normal{0.0F}; ///< of the triangle, to that side; unit length
    std::uint32_t slot = no_slot;
};

/// The surface of the triangle a, b, c that the ray hit.
///
/// No epsilon: the origin is the hit, moved by a few steps of float numbers along the normal until it is on
/// the right side of the plane, which is decided exactly (in the manner of Waechter and Binder
/// 2019). Copies of the triangle cannot be hit again from there by a ray that leaves them. Where a hit is
/// within such steps of an edge, the origin may be behind the neighbour.
[[nodiscard]] Surface surface_at(const Ray& ray, const Hit& hit, const glm::vec3& a, const glm::vec3& b,
                                 const glm::vec3& c);

/// What makes a random ray.
struct RayKey {
    std::uint64_t seed = 0;
    std::uint32_t pixel = 0;
    RayNumber number;
};

/// A direction above the surface with density cosine / pi, unit length; by additions, multiplications, and
/// square roots alone, so that all machines agree on it.
[[nodiscard]] glm::vec3 cosine_direction(const glm::vec3& normal, const RayKey& key);

/// A ray that leaves the surface: to the sun (RayKind::shadow), or at random (the others).
[[nodiscard]] Ray secondary_ray(RayKind kind, const Surface& surface, const RayKey& key);

/// Rays of which is only asked whether they hit anything.
[[nodiscard]] inline bool stops_at_any_hit(RayKind kind) {
    return kind == RayKind::shadow || kind == RayKind::ambient_occlusion;
}

/// How far secondary rays look, in a scene with this box around it.
[[nodiscard]] float reach_of(RayKind kind, const Aabb& scene);

/// Whether a ray may leave what ray `number` of a pixel hit.
[[nodiscard]] bool leaves_what_it_hit(const RayPlan& plan, const RayNumber& number, const Hit& hit);

struct Gathered {
    bool more = false; ///< there is a next ray
    RayNumber next;
    float light = 1.0F; ///< 0..1 behind the last ray
};

/// After ray `number`, with the light that came from the call before.
///
/// Shadow: what the sun does not see, or would only see from behind, is darker. Ambient occlusion: light is
/// the part of the rays that hit nothing. Path: white light from everywhere, of which grey surfaces leave a
/// part at each bounce but the first, and less at the end of a path that found no way out.
[[nodiscard]] Gathered gather_light(const RayPlan& plan, const RayNumber& number, bool hit,
                                    const Surface& left, float light);

/// The colour in that light, 0..1.
[[nodiscard]] Rgba lit(Rgba colour, float light);

} // namespace hitmap
