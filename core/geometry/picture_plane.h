#pragma once

#include "core/geometry/camera.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

namespace hitmap {

/// Where points are in the picture of a camera.
class PicturePlane {
public:
    /// @param camera  must be normalised
    /// @param height  of the picture, in pixels
    PicturePlane(const Camera& camera, std::uint32_t height)
        : eye_(camera.position),
          forward_(camera.forward),
          up_(camera.up),
          right_(glm::cross(forward_, up_)),
          pixels_a_tangent_(height / 2.0 /
                            std::tan(double{camera.fov_y_degrees} / 2.0 * std::numbers::pi / 180.0)) {}

    /// Returns the place in pixels to the right of the middle of the picture and above it, which may be
    /// outside the picture. No value for a point that is not in front of the camera.
    [[nodiscard]] std::optional<glm::dvec2> at(const glm::vec3& point) const {
        const glm::dvec3 offset = glm::dvec3(point) - eye_;
        const double depth = glm::dot(offset, forward_);
        if (!(depth > 0.0)) return std::nullopt;
        return pixels_a_tangent_ / depth * glm::dvec2(glm::dot(offset, right_), glm::dot(offset, up_));
    }

private:
    glm::dvec3 eye_;
    glm::dvec3 forward_;
    glm::dvec3 up_;
    glm::dvec3 right_;
    double pixels_a_tangent_;
};

} // namespace hitmap
