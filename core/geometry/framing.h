#pragma once

#include "core/geometry/camera.h"

#include <glm/vec2.hpp>

namespace hitmap {

/// The distance from the box's centre at which the camera, without turning, sees the whole box with a small
/// margin; 1 for an empty box. The camera must be normalised.
/// @param sides  width and height of the picture, in units of the side that the opening angle refers to
[[nodiscard]] double framing_distance(const Camera& camera, const Aabb& box, const glm::vec2& sides);

} // namespace hitmap
