#include "core/geometry/file_ending.h"
#include "core/geometry/up_axis.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace hitmap {

namespace {

/// Enough vertices for an outline. Larger meshes are sampled at a regular step.
constexpr std::size_t most_samples = 1U << 18U;
constexpr float slab_share = 0.02F; // thickness of the lowest and the highest part, as a share of the height
/// The shape decides only if the end differences of the two axes differ by at least this much.
constexpr double clear_lead = 0.15;

/// The mesh in coordinates with `up` as the vertical axis.
struct Upright {
    std::vector<glm::vec3> points; ///< y is the height
    float lowest = std::numeric_limits<float>::infinity();
    float highest = -std::numeric_limits<float>::infinity();
};

Upright sampled(const Mesh& mesh, UpAxis up) {
    Upright result;
    const std::size_t step = mesh.positions.size() / most_samples + 1;
    result.points.reserve(mesh.positions.size() / step + 1);
    for (std::size_t i = 0; i < mesh.positions.size(); i += step) {
        const glm::vec3 p = turned_up(mesh.positions[i], up);
        result.points.push_back(p);
        result.lowest = std::min(result.lowest, p.y);
        result.highest = std::max(result.highest, p.y);
    }
    return result;
}

using PlanePoint = std::array<double, 2>;

double turn_of(const PlanePoint& o, const PlanePoint& a, const PlanePoint& b) {
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/// Area of the convex hull, by Andrew's monotone chain algorithm.
double hull_area(std::vector<PlanePoint> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return 0.0;
    std::vector<PlanePoint> hull;
    const auto add = [&hull](const PlanePoint& p, std::size_t least) {
        while (hull.size() >= least + 2 && turn_of(hull[hull.size() - 2], hull.back(), p) <= 0.0)
            hull.pop_back();
        hull.push_back(p);
    };
    for (const PlanePoint& p : points)
        add(p, 0);
    const std::size_t lower = hull.size() - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;)
        add(points[i], lower);
    double twice = 0.0;
    for (std::size_t i = 0; i + 1 < hull.size(); ++i)
        twice += turn_of({0.0, 0.0}, hull[i], hull[i + 1]);
    return 0.5 * twice;
}

/// Area of the convex hull, seen from above, of the points between two heights.
double outline_area(const Upright& mesh, float from, float to) {
    std::vector<PlanePoint> points;
    for (const glm::vec3& p : mesh.points)
        if (p.y >= from && p.y <= to) points.push_back({p.x, p.z});
    return hull_area(std::move(points));
}

struct UpwardSurface {
    double upward = 0.0; ///< sum of the area vectors, projected onto `up`
    double area = 0.0;
    double height = 0.0; ///< height of the centre of the area
};

UpwardSurface surface_seen_from(const Mesh& mesh, UpAxis up, const JobContext& job) {
    UpwardSurface surface;
    double moment = 0.0;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % 65536 == 0) job.check();
        std::array<glm::dvec3, 3> p;
        for (int c = 0; c < 3; ++c)
            p[c] = turned_up(mesh.positions[mesh.faces[f][c]], up);
        const glm::dvec3 normal = 0.5 * glm::cross(p[1] - p[0], p[2] - p[0]);
        const double area = glm::length(normal);
        surface.upward += normal.y;
        surface.area += area;
        moment += area * (p[0].y + p[1].y + p[2].y) / 3.0;
    }
    if (surface.area > 0.0) surface.height = moment / surface.area;
    return surface;
}

struct UpOfFormat {
    std::string_view ending;
    UpAxis axis;
    bool is_standard;
    std::string_view reason;
};

constexpr UpOfFormat ups_of_formats[] = {
    {".gltf", UpAxis::y, true, "glTF is y-up by its standard"},
    {".glb", UpAxis::y, true, "glTF is y-up by its standard"},
    {".wrl", UpAxis::y, true, "VRML is y-up by its standard"},
    {".x3d", UpAxis::y, true, "X3D is y-up by its standard"},
    {".3mf", UpAxis::z, true, "3MF is z-up by its standard"},
    {".amf", UpAxis::z, true, "AMF is z-up by its standard"},
    {".obj", UpAxis::y, false, "as is usual in OBJ files; the shape does not tell"},
    {".off", UpAxis::y, false, "as is usual in OFF files; the shape does not tell"},
    {".fbx", UpAxis::y, false, "as is usual in FBX files; the shape does not tell"},
    {".stl", UpAxis::z, false, "as is usual in STL files; the shape does not tell"},
    {".ply", UpAxis::z, false, "as is usual in PLY files; the shape does not tell"},
};

UpOfFormat up_of_format(const std::string& file) {
    const std::string ending = lower_case_ending(file);
    for (const UpOfFormat& format : ups_of_formats)
        if (format.ending == ending) return format;
    return {"", UpAxis::y, false, "as is usual in mesh files; the shape does not tell"};
}

} // namespace

double end_difference(const Mesh& mesh, UpAxis up, const JobContext& job) {
    const Upright points = sampled(mesh, up);
    const float height = points.highest - points.lowest;
    const double outline = outline_area(points, points.lowest, points.highest);
    if (!(outline > 0.0) || !std::isfinite(outline) || !(height > 0.0F)) return 0.0;
    const UpwardSurface surface = surface_seen_from(mesh, up, job);
    const float slab = slab_share * height;
    const double base = (outline_area(points, points.lowest, points.lowest + slab) -
                         outline_area(points, points.highest - slab, points.highest)) /
                        outline;
    const double open = std::clamp(surface.upward / outline, -1.0, 1.0);
    const double middle = 0.5 * (double{points.lowest} + double{points.highest});
    const double low = (middle - surface.height) / height;
    return base + open + low;
}

UpAxisGuess guess_up_axis(const Mesh& mesh, const std::string& file, const JobContext& job) {
    const UpOfFormat format = up_of_format(file);
    if (format.is_standard) return {format.axis, UpBasis::standard, std::string(format.reason)};
    const double lead =
        std::abs(end_difference(mesh, UpAxis::z, job)) - std::abs(end_difference(mesh, UpAxis::y, job));
    if (std::abs(lead) < clear_lead) return {format.axis, UpBasis::convention, std::string(format.reason)};
    const UpAxis axis = lead > 0.0 ? UpAxis::z : UpAxis::y;
    return {axis, UpBasis::shape,
            fmt::format("by its shape: top and bottom differ most along {}", name_of(axis))};
}

} // namespace hitmap
