#include "core/raytracer/replayed_ray.h"

#include <glm/geometric.hpp>

namespace hitmap {

namespace {

bool is_opaque(const ReplayedRay& ray, const SlotTraits& traits) {
    if ((ray.flags & ray_opaque) != 0) return true;
    return (ray.flags & ray_no_opaque) == 0 && traits.is_opaque;
}

/// Whether the ray meets the front of the triangle: that from which its corners are in counter-clockwise
/// order. (Vulkan, "Ray Intersection Candidate Determination")
bool meets_front(const ReplayedRay& ray, const SlotTraits& traits, const TriangleCorners& corners) {
    const auto& [a, b, c] = corners;
    const bool is_front = glm::dot(glm::cross(b - a, c - a), ray.ray.direction) < 0.0F;
    return is_front != traits.flips_facing;
}

/// Whether the ray takes a triangle into account at all. (Vulkan, "Ray Culling")
bool sees(const ReplayedRay& ray, const SlotTraits& traits, const TriangleCorners& corners) {
    if ((ray.mask & traits.mask & 0xffU) == 0 || (ray.flags & ray_skips_triangles) != 0) return false;
    const std::uint32_t culled = is_opaque(ray, traits) ? ray_culls_opaque : ray_culls_no_opaque;
    if ((ray.flags & culled) != 0) return false;
    const std::uint32_t sides = ray.flags & (ray_culls_front | ray_culls_back);
    if (sides == 0 || !traits.culls_facing) return true;
    return (sides & (meets_front(ray, traits, corners) ? ray_culls_front : ray_culls_back)) == 0;
}

} // namespace

bool becomes_hit(const ReplayedRay& ray, const Hit& candidate, const Hit& nearest, const SlotTraits& traits,
                 std::int32_t source, const TriangleCorners& corners) {
    if (!(candidate.t > ray.tmin && candidate.t < nearest.t)) return false;
    if (!sees(ray, traits, corners)) return false;
    return is_opaque(ray, traits) || source == ray.hit_face;
}

} // namespace hitmap
