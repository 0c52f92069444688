#pragma once

#include "core/geometry/camera.h"

#include <glm/vec2.hpp>

namespace hitmap {

/// How far before the box's middle the camera has to stand, looking there as it does, to see all of the box
/// with a small margin; 1 for an empty box. The camera must be normalised.
/// @param sides  of the picture, in those of which the opening angle is
[[nodiscard]] double framing_distance(const Camera& camera, const Aabb& box, const glm::vec2& sides);

} // namespace hitmap
