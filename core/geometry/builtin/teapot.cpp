#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/mesh_builder.h"

#include <array>
#include <cmath>

namespace hitmap {

namespace {

using Patch = std::array<std::array<glm::dvec3, 4>, 4>;

/// A control point of the profile of a surface of revolution: distance from the axis, length of the tangent
/// that approximates a quarter of a circle with it, height.
struct ProfilePoint {
    double radius, tangent, height;
};
using RevolvedProfile = std::array<ProfilePoint, 4>;

// The control points of the teapot (Newell 1975), as given by Blinn 1987 and Crow 1987. z points up, the
// spout along +x.
constexpr RevolvedProfile revolved[] = {
    // rim
    {{{1.4, 0.784, 2.4}, {1.3375, 0.749, 2.53125}, {1.4375, 0.805, 2.53125}, {1.5, 0.84, 2.4}}},
    // body, upper and lower half
    {{{1.5, 0.84, 2.4}, {1.75, 0.98, 1.875}, {2.0, 1.12, 1.35}, {2.0, 1.12, 0.9}}},
    {{{2.0, 1.12, 0.9}, {2.0, 1.12, 0.45}, {1.5, 0.84, 0.225}, {1.5, 0.84, 0.15}}},
    // knob and lid
    {{{0.0, 0.0, 3.15}, {0.8, 0.45, 3.15}, {0.0, 0.0, 2.85}, {0.2, 0.112, 2.7}}},
    {{{0.2, 0.112, 2.7}, {0.4, 0.224, 2.55}, {1.3, 0.728, 2.55}, {1.3, 0.728, 2.4}}},
    // bottom
    {{{1.5, 0.84, 0.15}, {1.5, 0.84, 0.075}, {1.425, 0.798, 0.0}, {0.0, 0.0, 0.0}}},
};

// One side (y <= 0) of the handle and of the spout; the other is its mirror image.
constexpr double mirrored_sides[4][4][4][3] = {
    // handle, upper and lower half
    {{{-1.6, 0, 2.025}, {-1.6, -0.3, 2.025}, {-1.5, -0.3, 2.25}, {-1.5, 0, 2.25}},
     {{-2.3, 0, 2.025}, {-2.3, -0.3, 2.025}, {-2.5, -0.3, 2.25}, {-2.5, 0, 2.25}},
     {{-2.7, 0, 2.025}, {-2.7, -0.3, 2.025}, {-3, -0.3, 2.25}, {-3, 0, 2.25}},
     {{-2.7, 0, 1.8}, {-2.7, -0.3, 1.8}, {-3, -0.3, 1.8}, {-3, 0, 1.8}}},
    {{{-2.7, 0, 1.8}, {-2.7, -0.3, 1.8}, {-3, -0.3, 1.8}, {-3, 0, 1.8}},
     {{-2.7, 0, 1.575}, {-2.7, -0.3, 1.575}, {-3, -0.3, 1.35}, {-3, 0, 1.35}},
     {{-2.5, 0, 1.125}, {-2.5, -0.3, 1.125}, {-2.65, -0.3, 0.9375}, {-2.65, 0, 0.9375}},
     {{-2, 0, 0.9}, {-2, -0.3, 0.9}, {-1.9, -0.3, 0.6}, {-1.9, 0, 0.6}}},
    // spout, lower and upper half
    {{{1.7, 0, 1.425}, {1.7, -0.66, 1.425}, {1.7, -0.66, 0.6}, {1.7, 0, 0.6}},
     {{2.6, 0, 1.425}, {2.6, -0.66, 1.425}, {3.1, -0.66, 0.825}, {3.1, 0, 0.825}},
     {{2.3, 0, 2.1}, {2.3, -0.25, 2.1}, {2.4, -0.25, 2.025}, {2.4, 0, 2.025}},
     {{2.7, 0, 2.4}, {2.7, -0.25, 2.4}, {3.3, -0.25, 2.4}, {3.3, 0, 2.4}}},
    {{{2.7, 0, 2.4}, {2.7, -0.25, 2.4}, {3.3, -0.25, 2.4}, {3.3, 0, 2.4}},
     {{2.8, 0, 2.475}, {2.8, -0.25, 2.475}, {3.525, -0.25, 2.49375}, {3.525, 0, 2.49375}},
     {{2.9, 0, 2.475}, {2.9, -0.15, 2.475}, {3.45, -0.15, 2.5125}, {3.45, 0, 2.5125}},
     {{2.8, 0, 2.4}, {2.8, -0.15, 2.4}, {3.2, -0.15, 2.4}, {3.2, 0, 2.4}}},
};

/// Rows follow the profile, columns go around the axis, clockwise from above for quadrant 0 (+x to -y). The
/// other quadrants are made by exchanging and negating coordinates, so that common borders have bitwise the
/// same control points.
Patch quadrant_of(const RevolvedProfile& profile, int quadrant) {
    constexpr double cos_of[] = {1, 0, -1, 0};
    constexpr double sin_of[] = {0, 1, 0, -1};
    const glm::dvec3 from(cos_of[quadrant], -sin_of[quadrant], 0.0);
    const glm::dvec3 to(cos_of[(quadrant + 1) % 4], -sin_of[(quadrant + 1) % 4], 0.0);
    Patch patch;
    for (std::size_t row = 0; row < 4; ++row) {
        const auto [radius, tangent, height] = profile[row];
        const glm::dvec3 up(0.0, 0.0, height);
        patch[row] = {from * radius + up, from * radius + to * tangent + up,
                      from * tangent + to * radius + up, to * radius + up};
    }
    return patch;
}

Patch side_of(const double (&points)[4][4][3], bool mirror) {
    Patch patch;
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column) {
            const double* p = points[row][mirror ? 3 - column : column];
            patch[row][column] = {p[0], mirror ? -p[1] : p[1], p[2]};
        }
    return patch;
}

/// Bernstein weights of degree 3 at k / n. They are exactly mirrored for n - k, because the two patches of a
/// border may traverse it in opposite directions.
std::array<double, 4> weights(unsigned k, unsigned n) {
    const double t = static_cast<double>(k) / n;
    const double s = static_cast<double>(n - k) / n;
    return {s * s * s, 3.0 * (s * s * t), 3.0 * (t * t * s), t * t * t};
}

glm::dvec3 blend(const std::array<glm::dvec3, 4>& p, const std::array<double, 4>& w) {
    return (p[0] * w[0] + p[3] * w[3]) + (p[1] * w[1] + p[2] * w[2]);
}

void add_patch(MeshBuilder& builder, const Patch& patch, unsigned columns, unsigned rows) {
    builder.grid(columns, rows, [&](unsigned column, unsigned row) {
        const auto across = weights(column, columns);
        const glm::dvec3 p = blend({blend(patch[0], across), blend(patch[1], across), blend(patch[2], across),
                                    blend(patch[3], across)},
                                   weights(row, rows));
        return glm::dvec3(p.x, p.z, -p.y); // y up
    });
}

struct Tessellation {
    unsigned columns, rows;
};

/// The triangles of the 32 patches, without those that collapse where a patch ends in a point (knob and
/// bottom).
std::uint64_t triangles_of(const Tessellation& t) {
    return 64ULL * t.columns * t.rows - 8ULL * t.columns;
}

Tessellation tessellation_for(std::uint64_t triangles) {
    const auto middle = static_cast<unsigned>(std::sqrt(static_cast<double>(triangles) / 64.0));
    Tessellation best{2, 1};
    const auto miss = [&](const Tessellation& t) {
        const std::uint64_t n = triangles_of(t);
        return n > triangles ? n - triangles : triangles - n;
    };
    for (unsigned columns = middle - middle / 4; columns <= middle + middle / 4 + 2; ++columns) {
        if (columns < 2) continue; // with one column, both sides of handle and spout would coincide
        const auto rows = static_cast<unsigned>(triangles / (64ULL * columns));
        for (const unsigned r : {rows, rows + 1})
            if (r > 0 && miss({columns, r}) < miss(best)) best = {columns, r};
    }
    return best;
}

} // namespace

BuiltinResult make_teapot(const BuiltinOptions& options, const JobContext& job) {
    const auto [columns, rows] = tessellation_for(options.triangles);
    job.begin("tessellating the teapot", options.triangles, "triangles");
    MeshBuilder builder(job);
    for (const RevolvedProfile& profile : revolved)
        for (int quadrant = 0; quadrant < 4; ++quadrant)
            add_patch(builder, quadrant_of(profile, quadrant), columns, rows);
    for (const auto& side : mirrored_sides)
        for (const bool mirror : {false, true})
            add_patch(builder, side_of(side, mirror), columns, rows);
    BuiltinResult result;
    result.mesh = builder.finish();
    // The patches are smooth across their borders; normals per patch would show seams there.
    add_vertex_normals(result.mesh, job);
    result.camera.position = {4.6F, 3.6F, 5.8F};
    result.camera.forward = glm::vec3(0.72F, 1.45F, -0.2F) - result.camera.position;
    result.camera.fov_y_degrees = 43.0F;
    return result;
}

} // namespace hitmap
