#pragma once

#include "core/geometry/mesh/mesh.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace hitmap::test {

struct Ray {
    glm::vec3 origin;
    glm::vec3 direction;
};

/// The intersection of the ray with the plane of a triangle, in double precision.
struct PlaneHit {
    double t;
    glm::dvec3 barycentric; ///< all >= 0: inside the triangle

    [[nodiscard]] double inside() const { return std::min({barycentric.x, barycentric.y, barycentric.z}); }
};

/// After Möller and Trumbore 1997. No value for a ray parallel to the plane and for degenerate triangles.
[[nodiscard]] inline std::optional<PlaneHit> meet_plane(const Mesh& mesh, std::uint32_t face,
                                                        const Ray& ray) {
    const glm::dvec3 a = mesh.positions[mesh.faces[face][0]];
    const glm::dvec3 ab = glm::dvec3(mesh.positions[mesh.faces[face][1]]) - a;
    const glm::dvec3 ac = glm::dvec3(mesh.positions[mesh.faces[face][2]]) - a;
    const glm::dvec3 direction = ray.direction;
    const glm::dvec3 p = glm::cross(direction, ac);
    const double determinant = glm::dot(ab, p);
    if (determinant == 0.0) return std::nullopt;
    const glm::dvec3 from_a = glm::dvec3(ray.origin) - a;
    const glm::dvec3 q = glm::cross(from_a, ab);
    const double u = glm::dot(from_a, p) / determinant;
    const double v = glm::dot(direction, q) / determinant;
    return PlaneHit{glm::dot(ac, q) / determinant, {1.0 - u - v, u, v}};
}

} // namespace hitmap::test
