#include "core/trace/hmt/chunks/scene_columns.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap::hmt {

namespace {

/// Arc tangent for 0 <= t <= 1 by its Taylor series, after the angle has been halved twice. The error is
/// below 1e-16.
double arc_tangent(double t) {
    for (int halving = 0; halving < 2; ++halving)
        t = t / (1.0 + std::sqrt(1.0 + t * t));
    const double square = t * t;
    double sum = 0.0;
    for (int k = 25; k >= 1; k -= 2)
        sum = 1.0 / k - square * sum;
    return 4.0 * t * sum;
}

/// The angle between two vectors by Kahan's formula, which is accurate for angles near 0 and 180 degrees.
double angle_between(const glm::dvec3& a, const glm::dvec3& b) {
    constexpr double right_angle = 1.5707963267948966;
    const double la = std::sqrt(glm::dot(a, a));
    const double lb = std::sqrt(glm::dot(b, b));
    const glm::dvec3 difference = a * lb - b * la;
    const glm::dvec3 sum = a * lb + b * la;
    const double y = std::sqrt(glm::dot(difference, difference));
    const double x = std::sqrt(glm::dot(sum, sum));
    if (!(x + y > 0.0)) return 0.0;
    return 2.0 * (y <= x ? arc_tangent(y / x) : right_angle - arc_tangent(x / y));
}

} // namespace

std::vector<glm::vec3> expected_normals(const RecordedScene& scene, std::span<const glm::uvec3> normal_slots,
                                        std::size_t normals) {
    std::vector<glm::dvec3> sums(normals, glm::dvec3(0.0));
    const std::size_t slots = std::min(normal_slots.size(), scene.face_slots.size());
    const SlotOrder order = slot_order(scene.face_source);
    const auto add = [&](std::size_t slot) {
        const glm::uvec3& face = scene.face_slots[slot];
        const glm::uvec3& uses = normal_slots[slot];
        if (std::max({face.x, face.y, face.z}) >= scene.vertices.size() ||
            std::max({uses.x, uses.y, uses.z}) >= normals)
            return;
        const glm::dvec3 p[3] = {scene.vertices[face[0]], scene.vertices[face[1]], scene.vertices[face[2]]};
        const glm::dvec3 cross = glm::cross(p[1] - p[0], p[2] - p[0]);
        const double area = std::sqrt(glm::dot(cross, cross));
        if (!(area > 0.0)) return;
        // The same weights as in add_vertex_normals() (core/geometry), so that its normals are predicted
        // almost exactly.
        for (int corner = 0; corner < 3; ++corner)
            sums[uses[corner]] +=
                cross / area *
                angle_between(p[(corner + 1) % 3] - p[corner], p[(corner + 2) % 3] - p[corner]);
    };
    for (std::size_t i = 0; i < (order.known ? order.slots.size() : slots); ++i)
        if (const std::size_t slot = order.known ? order.slots[i] : i; slot < slots) add(slot);
    std::vector<glm::vec3> result(normals);
    std::transform(sums.begin(), sums.end(), result.begin(), [](const glm::dvec3& sum) {
        const double length = std::sqrt(glm::dot(sum, sum));
        glm::vec3 normal = length > 0.0 ? glm::vec3(sum / length) : glm::vec3(0.0F, 1.0F, 0.0F);
        for (int axis = 0; axis < 3; ++axis)
            normal[axis] = finite_or_zero(normal[axis]);
        return normal;
    });
    return result;
}

} // namespace hitmap::hmt
