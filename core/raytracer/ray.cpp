#include "core/raytracer/ray.h"

#include "core/raytracer/exact_sign.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

TracedRay primary_ray(const Camera& camera, std::uint32_t x, std::uint32_t y, std::uint32_t width,
                      std::uint32_t height) {
    const glm::vec3 direction = ray_direction(camera, static_cast<int>(x), static_cast<int>(y),
                                              static_cast<int>(width), static_cast<int>(height));
    return {camera.position, direction, 1.0F / direction};
}

Hit intersect_triangle(const TracedRay& ray, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c,
                       std::uint32_t slot) {
    const Determinant ab = edge_side(ray.origin, ray.direction, a, b);
    const Determinant bc = edge_side(ray.origin, ray.direction, b, c);
    const Determinant ca = edge_side(ray.origin, ray.direction, c, a);
    const auto [lowest, highest] = std::minmax({ab.sign, bc.sign, ca.sign});
    // Signs -1 and 1: the ray passes outside an edge. Both 0: it lies in the plane of the triangle, as every
    // ray does for a degenerate one.
    if (lowest == -highest) return {};
    const int facing = lowest + highest > 0 ? 1 : -1;
    if (tetrahedron(ray.origin, a, b, c).sign != facing) return {}; // the hit is behind or at the origin

    // The sides are the areas opposite the vertices. All have the same sign, so their sum has no
    // cancellation.
    const double wa = std::abs(bc.value);
    const double wb = std::abs(ca.value);
    const double wc = std::abs(ab.value);
    const double sum = wa + wb + wc;
    if (!(sum > 0.0)) return {};
    const glm::dvec3 origin(ray.origin);
    const glm::dvec3 direction(ray.direction);
    const glm::dvec3 to_hit =
        (wa * (glm::dvec3(a) - origin) + wb * (glm::dvec3(b) - origin) + wc * (glm::dvec3(c) - origin)) / sum;
    const double t = glm::dot(to_hit, direction) / glm::dot(direction, direction);
    const float rounded = std::max(static_cast<float>(t), std::numeric_limits<float>::min());
    return {rounded, slot, static_cast<float>(wb / sum), static_cast<float>(wc / sum)};
}

} // namespace hitmap
