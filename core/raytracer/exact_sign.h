#pragma once

#include <glm/vec3.hpp>

namespace hitmap {

/// A determinant of float coordinates: its value in double precision, and its exact sign.
struct Determinant {
    double value = 0.0;
    int sign = 0; ///< -1, 0 or 1
};

/// direction . ((p - origin) x (q - origin)): the side of the edge pq on which the line passes. 0 if it
/// meets the line of the edge or is parallel to it.
[[nodiscard]] Determinant edge_side(const glm::vec3& origin, const glm::vec3& direction, const glm::vec3& p,
                                    const glm::vec3& q);

/// (a - origin) . ((b - origin) x (c - origin)): six times the signed volume of the tetrahedron. 0 if the
/// origin lies in the plane of the triangle.
[[nodiscard]] Determinant tetrahedron(const glm::vec3& origin, const glm::vec3& a, const glm::vec3& b,
                                      const glm::vec3& c);

} // namespace hitmap
