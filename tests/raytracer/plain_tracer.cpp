#include "tests/raytracer/plain_tracer.h"

#include "core/raytracer/shading.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace hitmap {

namespace {

struct QuadVector {
    Quad x, y, z;
    explicit QuadVector(const glm::vec3& v) : x(v.x), y(v.y), z(v.z) {}
    QuadVector(Quad a, Quad b, Quad c) : x(a), y(b), z(c) {}
};
QuadVector operator-(const QuadVector& a, const QuadVector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Quad determinant(const QuadVector& a, const QuadVector& b, const QuadVector& c) {
    return a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y);
}

struct PlainHit {
    float t;
    float b;
    float c;
};

/// True where double precision is enough to see that the ray passes well outside of the triangle.
bool clearly_misses(const glm::dvec3& o, const glm::dvec3& d, const glm::dvec3& a, const glm::dvec3& e1,
                    const glm::dvec3& e2) {
    const glm::dvec3 s = o - a;
    const glm::dvec3 p = glm::cross(d, e2);
    const double det = glm::dot(p, e1);
    const double doubt =
        1e-14 * glm::length(d) * glm::length(s) * (glm::length(e1) + glm::length(e2)) / std::abs(det);
    const double u = glm::dot(p, s) / det;
    if (u < -doubt || u > 1.0 + doubt) return true;
    const double v = glm::dot(d, glm::cross(s, e1)) / det;
    return v < -doubt || u + v > 1.0 + doubt; // false where anything is NaN
}

std::optional<PlainHit> intersect(const glm::vec3& o, const glm::vec3& d, const glm::vec3& a,
                                  const glm::vec3& b, const glm::vec3& c) {
    const glm::dvec3 base(a);
    if (clearly_misses(o, d, base, glm::dvec3(b) - base, glm::dvec3(c) - base)) return std::nullopt;
    // o + t d = a + u e1 + v e2, solved for t, u, v.
    const QuadVector e1 = QuadVector(b) - QuadVector(a);
    const QuadVector e2 = QuadVector(c) - QuadVector(a);
    const QuadVector s = QuadVector(o) - QuadVector(a);
    const QuadVector towards = QuadVector(glm::vec3(0.0F)) - QuadVector(d);
    const Quad det = determinant(towards, e1, e2);
    if (det == 0) return std::nullopt;
    const Quad t = determinant(s, e1, e2) / det;
    const Quad u = determinant(towards, s, e2) / det;
    const Quad v = determinant(towards, e1, s) / det;
    if (u < 0 || v < 0 || u + v > 1 || t <= 0) return std::nullopt;
    return PlainHit{static_cast<float>(t), static_cast<float>(u), static_cast<float>(v)};
}

} // namespace

Picture plain_trace(const Scene& scene, std::uint32_t width, std::uint32_t height) {
    const Mesh& mesh = scene.mesh;
    Picture picture{width, height, {}};
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
            const glm::vec3 d = ray_direction(scene.camera, static_cast<int>(x), static_cast<int>(y),
                                              static_cast<int>(width), static_cast<int>(height));
            PlainHit nearest{std::numeric_limits<float>::infinity(), 0.0F, 0.0F};
            std::size_t nearest_face = mesh.faces.size();
            for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
                const glm::uvec3 v = mesh.faces[face];
                const auto hit = intersect(scene.camera.position, d, mesh.positions[v[0]],
                                           mesh.positions[v[1]], mesh.positions[v[2]]);
                if (!hit || hit->t >= nearest.t) continue; // the lowest of equally near faces stays
                nearest = *hit;
                nearest_face = face;
            }
            Rgba colour = background(y, height);
            if (nearest_face < mesh.faces.size()) {
                const glm::uvec3 n = mesh.normal_faces[nearest_face];
                colour = shade({scene.camera.position, d, d}, {nearest.t, 0, nearest.b, nearest.c},
                               mesh.normals[n[0]], mesh.normals[n[1]], mesh.normals[n[2]]);
            }
            picture.pixels.push_back(colour);
        }
    return picture;
}

} // namespace hitmap
