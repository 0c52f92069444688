#include "core/raytracer/secondary_rays.h"

#include "core/raytracer/exact_sign.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr float in_shadow = 0.4F; // the light of a point in shadow, relative to a lit one
constexpr float albedo = 0.8F;

/// Distance from |x| to the next larger float.
float step_of(float x) {
    x = std::abs(x);
    return std::nextafter(x, std::numeric_limits<float>::infinity()) - x;
}

/// The finalizer of SplitMix64 (Steele et al. 2014).
std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30U) * 0xbf58'476d'1ce4'e5b9U;
    x = (x ^ x >> 27U) * 0x94d0'49bb'1331'11ebU;
    return x ^ x >> 31U;
}

/// Maps bits to one of 2^21 numbers in (-1, 1), symmetrical about 0.
double symmetrical(std::uint64_t bits) {
    return (static_cast<double>(bits & 0x1f'ffffU) + 0.5) * 0x1p-20 - 1.0;
}

glm::dvec3 point_on_sphere(const RayKey& key) {
    constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15U;
    std::uint64_t state = mix(key.seed + golden);
    state = mix(state + (std::uint64_t{key.pixel} << 32U | key.number.sample) + golden);
    state = mix(state + key.number.bounce + golden);
    while (true) { // rejection sampling: a point of the cube is in the ball about every second time
        state += golden;
        const std::uint64_t bits = mix(state);
        const glm::dvec3 point(symmetrical(bits), symmetrical(bits >> 21U), symmetrical(bits >> 42U));
        const double square = glm::dot(point, point);
        if (square <= 1.0) return point / std::sqrt(square);
    }
}

Gathered last_ray(float light) {
    return {false, {}, light};
}

} // namespace

Surface surface_at(const TracedRay& ray, const Hit& hit, const glm::vec3& a, const glm::vec3& b,
                   const glm::vec3& c) {
    const glm::dvec3 da(a);
    const glm::dvec3 db(b);
    const glm::dvec3 dc(c);
    const glm::dvec3 point = da + double{hit.b} * (db - da) + double{hit.c} * (dc - da);
    const glm::dvec3 cross = glm::cross(db - da, dc - da);
    // The volume is positive if the origin is on the side that the cross product points away from.
    const int side = tetrahedron(ray.origin, a, b, c).sign;
    const glm::dvec3 normal = cross * (-side / std::sqrt(glm::dot(cross, cross)));

    Surface surface;
    surface.slot = hit.slot;
    surface.normal = normal;
    const glm::vec3 rounded(point);
    const double step = step_of(std::max({std::abs(rounded.x), std::abs(rounded.y), std::abs(rounded.z)}));
    // Rounding moves the point by less than one such step; a few more are needed for rays that hit the
    // triangle near an edge.
    for (double distance = 4.0 * step;; distance *= 2.0) {
        surface.origin = point + distance * normal;
        if (tetrahedron(surface.origin, a, b, c).sign == side || !(distance < 1e30)) return surface;
    }
}

glm::vec3 cosine_direction(const glm::vec3& normal, const RayKey& key) {
    const glm::dvec3 direction = glm::dvec3(normal) + point_on_sphere(key);
    const double square = glm::dot(direction, direction);
    return square > 0.0 ? glm::vec3(direction / std::sqrt(square)) : normal;
}

TracedRay secondary_ray(RayKind kind, const Surface& surface, const RayKey& key) {
    const glm::vec3 direction = kind == RayKind::shadow ? to_sun : cosine_direction(surface.normal, key);
    return {surface.origin, direction, 1.0F / direction};
}

float reach_of(RayKind kind, const Aabb& scene) {
    if (kind != RayKind::ambient_occlusion) return std::numeric_limits<float>::infinity();
    const glm::dvec3 diagonal = glm::dvec3(scene.upper) - glm::dvec3(scene.lower);
    return static_cast<float>(occlusion_reach * std::sqrt(glm::dot(diagonal, diagonal)));
}

bool leaves_what_it_hit(const RayPlan& plan, const RayNumber& number, const Hit& hit) {
    if (plan.kind == RayKind::primary || hit.slot == no_slot) return false;
    return number.bounce == 0 || (plan.kind == RayKind::path && number.bounce < plan.count);
}

Gathered gather_light(const RayPlan& plan, const RayNumber& number, bool hit, const Surface& left,
                      float light) {
    if (number.bounce == 0) {
        if (!hit || plan.kind == RayKind::primary) return last_ray(1.0F);
        if (plan.kind == RayKind::shadow && glm::dot(left.normal, to_sun) <= 0.0F) return last_ray(in_shadow);
        return {true, {0, 1}, plan.kind == RayKind::path ? 1.0F : 0.0F};
    }
    switch (plan.kind) {
    case RayKind::primary:
        break;
    case RayKind::shadow:
        return last_ray(hit ? in_shadow : 1.0F);
    case RayKind::ambient_occlusion:
        if (!hit) light += 1.0F;
        if (number.sample + 1 < plan.count) return {true, {number.sample + 1, 1}, light};
        return last_ray(light / static_cast<float>(plan.count));
    case RayKind::path:
        if (!hit) return last_ray(light);
        if (number.bounce < plan.count) return {true, {0, number.bounce + 1}, light * albedo};
        return last_ray(light * in_shadow);
    }
    return last_ray(1.0F);
}

Rgba lit(Rgba colour, float light) {
    Rgba result = colour & 0xff00'0000U;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const auto channel = static_cast<float>(colour >> shift & 0xffU);
        result |= static_cast<Rgba>(channel * light + 0.5F) << shift;
    }
    return result;
}

} // namespace hitmap
