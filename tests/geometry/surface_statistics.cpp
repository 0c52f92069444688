#include "tests/geometry/surface_statistics.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap::test {

namespace {

double area_of(const Mesh& mesh, const glm::uvec3& face) {
    const glm::dvec3 a = mesh.positions[face.x];
    return 0.5 * glm::length(glm::cross(glm::dvec3(mesh.positions[face.y]) - a,
                                        glm::dvec3(mesh.positions[face.z]) - a));
}

void measure_areas(const Mesh& mesh, SurfaceStatistics& result) {
    std::vector<double> logs(mesh.faces.size(), std::numeric_limits<double>::quiet_NaN());
    double sum = 0.0;
    double squares = 0.0;
    double count = 0.0;
    std::vector<std::pair<std::uint64_t, std::size_t>> edges; // both ends and the face
    for (std::size_t f = 0; f < logs.size(); ++f) {
        const double area = area_of(mesh, mesh.faces[f]);
        if (!(area > 0.0)) continue;
        logs[f] = std::log2(area);
        sum += logs[f];
        squares += logs[f] * logs[f];
        count += 1.0;
        for (int c = 0; c < 3; ++c) {
            const auto [low, high] = std::minmax(mesh.faces[f][c], mesh.faces[f][(c + 1) % 3]);
            edges.emplace_back(std::uint64_t{low} << 32U | high, f);
        }
    }
    result.log_area_spread = std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
    std::sort(edges.begin(), edges.end());
    double differences = 0.0;
    double pairs = 0.0;
    for (std::size_t e = 1; e < edges.size(); ++e)
        if (edges[e].first == edges[e - 1].first) {
            differences += std::abs(logs[edges[e].second] - logs[edges[e - 1].second]);
            pairs += 1.0;
        }
    result.neighbour_spread = differences / pairs;
}

struct PixelRange {
    int x0, x1, y0, y1; ///< inclusive
};

/// The pixels that a face may cover: none behind the camera, all if it extends past the camera's plane.
PixelRange pixels_of(const Camera& camera, const glm::dvec3 (&p)[3], int n) {
    const glm::dvec3 forward = camera.forward;
    const glm::dvec3 up = camera.up;
    const glm::dvec3 right = glm::cross(forward, up);
    const double scale = 0.5 * n / std::tan(camera.fov_y_degrees * 3.14159265358979 / 360.0);
    glm::dvec2 low(n);
    glm::dvec2 high(-1);
    const auto behind = [&](const glm::dvec3& corner) {
        return glm::dot(corner - glm::dvec3(camera.position), forward) <= 0.0;
    };
    if (behind(p[0]) && behind(p[1]) && behind(p[2])) return {0, -1, 0, -1};
    for (const glm::dvec3& corner : p) {
        const glm::dvec3 d = corner - glm::dvec3(camera.position);
        const double depth = glm::dot(d, forward);
        if (depth < 1e-6) return {0, n - 1, 0, n - 1};
        const glm::dvec2 at(0.5 * n + scale * glm::dot(d, right) / depth,
                            0.5 * n - scale * glm::dot(d, up) / depth);
        low = glm::min(low, at);
        high = glm::max(high, at);
    }
    const auto pixel = [n](double v) { return static_cast<int>(std::clamp(v, -1.0, n + 0.0)); };
    return {std::max(0, pixel(low.x - 1.0)), std::min(n - 1, pixel(high.x + 1.0)),
            std::max(0, pixel(low.y - 1.0)), std::min(n - 1, pixel(high.y + 1.0))};
}

/// Returns the distance along d (in lengths of d) to the plane of a face if the ray passes through it,
/// otherwise -1.
double hit_distance(const glm::dvec3& origin, const glm::dvec3& d, const glm::dvec3 (&p)[3]) {
    const glm::dvec3 a = p[0] - origin;
    const glm::dvec3 b = p[1] - origin;
    const glm::dvec3 c = p[2] - origin;
    const double u = glm::dot(d, glm::cross(c, b));
    const double v = glm::dot(d, glm::cross(a, c));
    const double w = glm::dot(d, glm::cross(b, a));
    if ((u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0)) return -1.0;
    const double sum = u + v + w;
    return sum != 0.0 ? glm::dot(d, u * a + v * b + w * c) / (sum * glm::dot(d, d)) : -1.0;
}

} // namespace

SurfaceStatistics statistics_of(const Scene& scene, int resolution) {
    SurfaceStatistics result;
    const Mesh& mesh = scene.mesh;
    measure_areas(mesh, result);
    const int n = resolution;
    std::vector<glm::dvec3> rays;
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
            rays.emplace_back(ray_direction(scene.camera, x, y, n, n));
    std::vector<double> nearest(rays.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> first(rays.size(), mesh.faces.size());
    double surfaces = 0.0;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const glm::uvec3& face = mesh.faces[f];
        const glm::dvec3 p[3] = {mesh.positions[face.x], mesh.positions[face.y], mesh.positions[face.z]};
        const PixelRange range = pixels_of(scene.camera, p, n);
        for (int y = range.y0; y <= range.y1; ++y)
            for (int x = range.x0; x <= range.x1; ++x) {
                const auto ray = static_cast<std::size_t>(y) * n + x;
                const double distance = hit_distance(scene.camera.position, rays[ray], p);
                if (!(distance > 0.0)) continue;
                surfaces += 1.0;
                if (distance >= nearest[ray]) continue;
                nearest[ray] = distance;
                first[ray] = f;
            }
    }
    std::vector<bool> seen(mesh.faces.size() + 1, false);
    for (const std::size_t f : first)
        seen[f] = true;
    seen.back() = false;
    const auto hitting = static_cast<double>(
        std::count_if(first.begin(), first.end(), [&](std::size_t f) { return f < mesh.faces.size(); }));
    result.depth_complexity = surfaces / hitting;
    result.hidden_share = 1.0 - static_cast<double>(std::count(seen.begin(), seen.end(), true)) /
                                    static_cast<double>(mesh.faces.size());
    return result;
}

} // namespace hitmap::test
