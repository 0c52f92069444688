#pragma once

#include "render/scene/prepared_scene.h"

#include <glm/vec3.hpp>

#include <vector>

namespace hitmap {

/// A line of the axes, the grid or the frustum, in world space.
struct GuideLine {
    glm::vec3 start;
    glm::vec3 end;
    glm::vec3 colour; ///< sRGB, 0..1
};

/// The grid in the XZ plane around the scene and the origin, at steps of 1, 2 or 5 times a power of ten,
/// about 10 to 25 a side.
[[nodiscard]] std::vector<GuideLine> grid_lines(const Aabb& bounds);

/// Axes from the origin: x red, y green, z blue; as long as the scene is large.
[[nodiscard]] std::vector<GuideLine> axis_lines(const Aabb& bounds);

/// Edges of the pyramid from the camera's position to a rectangle at `distance` along its axis. The camera
/// must be normalised.
[[nodiscard]] std::vector<GuideLine> frustum_lines(const Camera& camera, float aspect, float distance);

} // namespace hitmap
