#include "core/geometry/face_view.h"

#include "core/geometry/picture_plane.h"

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

    const PicturePlane plane(camera, height);
    std::array<glm::dvec2, 3> seen;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto place = plane.at(corners[i]);
        if (!place) return view;
        seen[i] = *place;
    }
    const glm::dvec2 u = seen[1] - seen[0];
    const glm::dvec2 v = seen[2] - seen[0];
    view.pixels = std::abs(u.x * v.y - u.y * v.x) / 2.0;
    return view;
}

} // namespace hitmap
