#include "core/raytracer/shading.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

Rgba pack(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return red | green << 8 | blue << 16 | 0xFF00'0000U;
}

std::uint32_t to_byte(double x) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(x, 0.0, 1.0) * 255.0));
}

} // namespace

Rgba background(std::uint32_t row, std::uint32_t height) {
    // Integer arithmetic, so that rounding does not depend on the compiler's order of operations.
    const std::uint64_t last = std::max(height, 2U) - 1;
    const auto between = [&](std::uint64_t top, std::uint64_t bottom) {
        return static_cast<std::uint32_t>((top * (last - row) + bottom * row) / last);
    };
    return pack(between(236, 202), between(241, 208), between(247, 216));
}

Rgba shade(const TracedRay& ray, const Hit& hit, const glm::vec3& normal_a, const glm::vec3& normal_b,
           const glm::vec3& normal_c) {
    const double b = hit.b;
    const double c = hit.c;
    const glm::dvec3 normal =
        (1.0 - b - c) * glm::dvec3(normal_a) + b * glm::dvec3(normal_b) + c * glm::dvec3(normal_c);
    const glm::dvec3 direction(ray.direction);
    const double length = glm::length(normal);
    const double facing =
        length > 0.0 ? glm::dot(normal, direction) / (length * glm::length(direction)) : 0.0;
    // The normal of the visible side, which faces the ray's origin.
    const double upwards = length > 0.0 ? (facing > 0.0 ? -normal.y : normal.y) / length : 0.0;
    const double light = 0.27 + 0.63 * std::abs(facing) + 0.07 * upwards;
    const double sky = 0.06 * upwards;
    return pack(to_byte(light * (0.93 - sky)), to_byte(light * 0.89), to_byte(light * (0.83 + sky)));
}

} // namespace hitmap
