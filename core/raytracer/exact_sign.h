#pragma once

#include <glm/vec3.hpp>

namespace hitmap {

/// A determinant of float coordinates: its value in double precision, and its sign without any error.
struct Determinant {
    double value = 0.0;
    int sign = 0; ///< -1, 0 or 1
};

/// direction . ((p - origin) x (q - origin)): on which side of the edge pq the line passes; 0 where it meets
/// the edge's line or is parallel to it.
[[nodiscard]] Determinant edge_side(const glm::vec3& origin, const glm::vec3& direction, const glm::vec3& p,
                                    const glm::vec3& q);

/// (a - origin) . ((b - origin) x (c - origin)): six times the volume of the tetrahedron; 0 where the origin
/// lies in the triangle's plane.
[[nodiscard]] Determinant tetrahedron(const glm::vec3& origin, const glm::vec3& a, const glm::vec3& b,
                                      const glm::vec3& c);

} // namespace hitmap
