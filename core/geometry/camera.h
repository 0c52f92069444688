#pragma once

#include "core/geometry/mesh/aabb.h"

#include <glm/vec3.hpp>

#include <string>
#include <string_view>

namespace hitmap {

/// A pinhole camera. After normalised(), `forward` and `up` are perpendicular unit vectors.
struct Camera {
    glm::vec3 position{0.0F, 0.0F, 5.0F};
    glm::vec3 forward{0.0F, 0.0F, -1.0F};
    glm::vec3 up{0.0F, 1.0F, 0.0F};
    float fov_y_degrees = 60.0F; ///< full vertical opening angle, 0 < fov < 180

    friend bool operator==(const Camera&, const Camera&) = default;
};

/// Returns the same camera with `forward` of unit length and `up` perpendicular to it. Throws UsageError
/// if that is impossible (zero or parallel vectors, non-finite numbers, field of view out of range).
[[nodiscard]] Camera normalised(const Camera& camera);

/// The tangent of half of the vertical opening angle.
[[nodiscard]] double half_fov_tangent(const Camera& camera);

/// The direction through the centre of pixel (x, y) of a w x h image, row 0 on top. It is not normalised: its
/// component along `forward` is 1. Pixels are square. The camera must be normalised.
[[nodiscard]] glm::vec3 ray_direction(const Camera& camera, int x, int y, int width, int height);

/// A camera outside the box that sees the whole box in an image of any aspect ratio >= 1, from slightly above
/// and from the side.
[[nodiscard]] Camera framing_camera(const Aabb& box);

/// JSON object {"position":[x,y,z],"forward":[x,y,z],"up":[x,y,z],"fov_y_degrees":f}, as in `info --json`.
[[nodiscard]] std::string camera_to_json(const Camera& camera);
/// Reads such an object ("up" and "fov_y_degrees" may be missing; "target" may replace "forward"). Throws
/// FileError that names `file` and the key that is missing or wrong.
[[nodiscard]] Camera camera_from_json(std::string_view json, std::string_view file);

} // namespace hitmap
