#pragma once

#include "core/geometry/camera.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace hitmap {

/// How a triangle appears to a camera.
struct FaceView {
    /// The cosine of the angle between the normal (corners counter-clockwise seen from outside) and the
    /// direction from the centre to the eye: above 0 if the outside is seen. Empty for a face without
    /// area, and if the eye is at its centre.
    std::optional<double> cosine;
    /// The area in a picture of `height` pixels, in pixels, including parts outside the picture. Empty if
    /// a corner is not in front of the camera.
    std::optional<double> pixels;
};

/// Returns the angle between the face and the plane of the picture at its centre, 0 to 90 degrees; near 90 it
/// is seen from the side. Empty without a cosine.
[[nodiscard]] std::optional<double> slant_degrees(const FaceView& view);

/// `camera` must be normalised.
[[nodiscard]] FaceView face_view(const Camera& camera, std::uint32_t height,
                                 const std::array<glm::vec3, 3>& corners);

} // namespace hitmap
