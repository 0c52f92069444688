#include "core/geometry/face_view.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {

std::optional<double> slant_degrees(const FaceView& view) {
    if (!view.cosine) return std::nullopt;
    return std::acos(std::min(1.0, std::abs(*view.cosine))) * 180.0 / std::numbers::pi;
}

FaceView face_view(const Camera& camera, std::uint32_t height, const std::array<glm::vec3, 3>& corners) {
    const glm::dvec3 a(corners[0]);
    const glm::dvec3 b(corners[1]);
    const glm::dvec3 c(corners[2]);
    const glm::dvec3 eye(camera.position);
    FaceView view;

    const glm::dvec3 normal = glm::cross(b - a, c - a);
    const glm::dvec3 to_eye = eye - (a + b + c) / 3.0;
    const double lengths = glm::length(normal) * glm::length(to_eye);
    if (lengths > 0.0 && std::isfinite(lengths)) view.cosine = glm::dot(normal, to_eye) / lengths;

    const glm::dvec3 forward(camera.forward);
    const glm::dvec3 up(camera.up);
    const glm::dvec3 right = glm::cross(forward, up);
    const double pixels_a_tangent =
        height / 2.0 / std::tan(double{camera.fov_y_degrees} / 2.0 * std::numbers::pi / 180.0);
    std::array<glm::dvec2, 3> seen;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 offset = glm::dvec3(corners[i]) - eye;
        const double depth = glm::dot(offset, forward);
        if (!(depth > 0.0)) return view;
        seen[i] = pixels_a_tangent / depth * glm::dvec2(glm::dot(offset, right), glm::dot(offset, up));
    }
    const glm::dvec2 u = seen[1] - seen[0];
    const glm::dvec2 v = seen[2] - seen[0];
    view.pixels = std::abs(u.x * v.y - u.y * v.x) / 2.0;
    return view;
}

} // namespace hitmap
