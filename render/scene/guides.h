#pragma once

#include "render/elements/prepared_scene.h"

#include <glm/vec3.hpp>

#include <vector>

namespace hitmap {

/// A line of axes, grid or frustum in world space.
struct GuideLine {
    glm::vec3 start;
    glm::vec3 end;
    glm::vec3 colour; ///< sRGB, 0..1
};

/// Returns the grid in the XZ plane around the scene and the origin. Its step is 1, 2 or 5 times a power of
/// ten, with about 10 to 25 steps per side.
[[nodiscard]] std::vector<GuideLine> grid_lines(const Aabb& bounds);

/// Returns the axes from the origin: x red, y green, z blue. Their length depends on the size of the scene.
[[nodiscard]] std::vector<GuideLine> axis_lines(const Aabb& bounds);

/// Returns the edges of the pyramid from the camera's position to a rectangle at `distance` along its axis.
/// The camera must be normalised.
[[nodiscard]] std::vector<GuideLine> frustum_lines(const Camera& camera, float aspect, float distance);

} // namespace hitmap
