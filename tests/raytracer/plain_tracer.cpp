#include "tests/raytracer/plain_tracer.h"

#include "core/raytracer/secondary_rays.h"
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

/// True if double precision suffices to decide that the ray misses the triangle clearly.
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
    return v < -doubt || u + v > 1.0 + doubt; // false if anything is NaN
}

std::optional<PlainHit> intersect(const glm::vec3& o, const glm::vec3& d, const glm::vec3& a,
                                  const glm::vec3& b, const glm::vec3& c) {
    const glm::dvec3 base(a);
    if (clearly_misses(o, d, base, glm::dvec3(b) - base, glm::dvec3(c) - base)) return std::nullopt;
    // Solves o + t d = a + u e1 + v e2 for t, u, v.
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

struct NearestFace {
    std::size_t face = 0; ///< faces.size() if there is no hit
    Hit hit;
};

/// Tests all faces except `left`, up to distance `reach`. The slot of a hit is its face.
NearestFace nearest_face(const Mesh& mesh, const TracedRay& ray, float reach, std::uint32_t left) {
    float nearest = reach;
    std::size_t nearest_face = mesh.faces.size();
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        if (face == left) continue;
        const glm::uvec3 v = mesh.faces[face];
        const auto hit = intersect(ray.origin, ray.direction, mesh.positions[v[0]], mesh.positions[v[1]],
                                   mesh.positions[v[2]]);
        if (!hit || hit->t >= nearest) continue; // of equally near faces, the lowest is kept
        nearest = hit->t;
        nearest_face = face;
    }
    if (nearest_face == mesh.faces.size()) return {nearest_face, {}};
    // Rays that start at the hit must use exactly the same numbers.
    const glm::uvec3 v = mesh.faces[nearest_face];
    return {nearest_face, intersect_triangle(ray, mesh.positions[v[0]], mesh.positions[v[1]],
                                             mesh.positions[v[2]], static_cast<std::uint32_t>(nearest_face))};
}

Aabb box_around_faces(const Mesh& mesh) {
    Aabb box;
    for (const glm::uvec3& face : mesh.faces)
        for (int corner = 0; corner < 3; ++corner)
            box.include(mesh.positions[face[corner]]);
    return box;
}

/// Traces the rays of the pixels in order.
class PlainTracer {
public:
    PlainTracer(const Scene& scene, std::uint32_t width, std::uint32_t height, const RayPlan& rays,
                std::uint64_t seed)
        : scene_(scene),
          mesh_(scene.mesh),
          width_(width),
          height_(height),
          rays_(rays),
          seed_(seed),
          reach_(reach_of(rays.kind, box_around_faces(scene.mesh))) {}

    [[nodiscard]] Rgba pixel(std::uint32_t x, std::uint32_t y) const {
        const glm::vec3 d = ray_direction(scene_.camera, static_cast<int>(x), static_cast<int>(y),
                                          static_cast<int>(width_), static_cast<int>(height_));
        TracedRay ray{scene_.camera.position, d, 1.0F / d};
        NearestFace found = nearest_face(mesh_, ray, std::numeric_limits<float>::infinity(), no_slot);
        const Rgba colour = colour_of(ray, found, y);
        Surface surface;
        Gathered gathered;
        RayNumber number;
        while (true) {
            const bool hit = found.face < mesh_.faces.size();
            if (leaves_what_it_hit(rays_, number, found.hit)) surface = surface_of(ray, found);
            gathered = gather_light(rays_, number, hit, surface, gathered.light);
            if (!gathered.more) return lit(colour, gathered.light);
            number = gathered.next;
            ray = secondary_ray(rays_.kind, surface, {seed_, y * width_ + x, number});
            found = nearest_face(mesh_, ray, reach_, surface.slot);
        }
    }

private:
    [[nodiscard]] Rgba colour_of(const TracedRay& ray, const NearestFace& found, std::uint32_t row) const {
        if (found.face == mesh_.faces.size()) return background(row, height_);
        const glm::uvec3 n = mesh_.normal_faces[found.face];
        return shade(ray, found.hit, mesh_.normals[n[0]], mesh_.normals[n[1]], mesh_.normals[n[2]]);
    }
    [[nodiscard]] Surface surface_of(const TracedRay& ray, const NearestFace& found) const {
        const glm::uvec3 v = mesh_.faces[found.face];
        return surface_at(ray, found.hit, mesh_.positions[v[0]], mesh_.positions[v[1]],
                          mesh_.positions[v[2]]);
    }

    const Scene& scene_;
    const Mesh& mesh_;
    std::uint32_t width_;
    std::uint32_t height_;
    RayPlan rays_;
    std::uint64_t seed_;
    float reach_;
};

} // namespace

Picture plain_trace(const Scene& scene, std::uint32_t width, std::uint32_t height, const RayPlan& rays,
                    std::uint64_t seed) {
    const PlainTracer tracer(scene, width, height, rays, seed);
    Picture picture{width, height, {}};
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            picture.pixels.push_back(tracer.pixel(x, y));
    return picture;
}

} // namespace hitmap
