#pragma once

#include "core/geometry/camera.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace hitmap {

/// How a camera sees a triangle.
struct FaceView {
    /// Cosine of the angle between the normal (of the corners, counter-clockwise seen from outside) and the
    /// direction from the centre to the eye: above 0 seen from outside. Nothing without an area, and for an
    /// eye in its centre.
    std::optional<double> cosine;
    /// Area in a picture of `height` pixels, in pixels, whether it is within the picture or not. Nothing
    /// where a corner is not before the camera.
    std::optional<double> pixels;
};

/// `camera`: normalised.
[[nodiscard]] FaceView face_view(const Camera& camera, std::uint32_t height,
                                 const std::array<glm::vec3, 3>& corners);

} // namespace hitmap
