#pragma once

#include "core/geometry/scene.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Looks from `position` along -z, 90 degrees high and wide in a square picture.
[[nodiscard]] Camera straight_camera(const glm::vec3& position);

/// Faces given by their corners, as many normals as corners.
[[nodiscard]] Scene scene_of(const std::vector<glm::vec3>& corners, const Camera& camera);

/// `count` triangles anywhere around the origin, among them slivers, triangles of area 0, and copies of other
/// triangles with their corners in another order.
[[nodiscard]] Scene triangle_soup(std::uint32_t count, std::uint64_t seed);

/// A square of 2 x cells^2 triangles at distance 1 whose corners and edges are exactly where rays of a
/// picture of `cells` pixels or a multiple of it go.
[[nodiscard]] Scene exact_grid(std::uint32_t cells);

/// `count` overlapping triangles in one plane across the axes, seen from the side: every ray has ties, and
/// the boxes are flat, so that rays enter them exactly where they hit.
[[nodiscard]] Scene coplanar_triangles(std::uint32_t count, std::uint64_t seed);

/// A box around the camera, axis-aligned walls with the camera in the plane of some triangles.
[[nodiscard]] Scene room_with_planes_through_the_camera();

} // namespace hitmap
