#pragma once

#include "core/geometry/scene.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A camera at `position` that looks along -z, with an opening angle of 90 degrees in a square picture.
[[nodiscard]] Camera straight_camera(const glm::vec3& position);

/// A mesh of faces given by their corners, with one normal per corner.
[[nodiscard]] Scene scene_of(const std::vector<glm::vec3>& corners, const Camera& camera);

/// `count` random triangles around the origin, including slivers, triangles of area 0, and copies of other
/// triangles with permuted corners.
[[nodiscard]] Scene triangle_soup(std::uint32_t count, std::uint64_t seed);

/// A square of 2 x cells^2 triangles at distance 1. Rays of a picture of `cells` pixels or a multiple of it
/// pass exactly through corners and edges.
[[nodiscard]] Scene exact_grid(std::uint32_t cells);

/// `count` overlapping triangles in one plane at right angles to an axis, seen from the side: every ray has
/// several nearest hits, and the boxes are flat, so that rays enter them exactly at the hit.
[[nodiscard]] Scene coplanar_triangles(std::uint32_t count, std::uint64_t seed);

/// A box around the camera and axis-aligned walls; the camera is in the plane of some triangles.
[[nodiscard]] Scene room_with_planes_through_the_camera();

} // namespace hitmap
