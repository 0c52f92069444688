#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/dragon.h"
#include "core/geometry/builtin/largest_piece.h"
#include "core/geometry/mesh/field_mesher.h"
#include "core/geometry/mesh/surface_relaxation.h"
#include "core/geometry/mesh/vertex_normals.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

SampleGrid grid_around(const Aabb& box, double spacing) {
    const glm::vec3 extent = box.extent();
    const double longest = std::max({extent.x, extent.y, extent.z});
    return {glm::dvec3(box.lower) - 2.0 * spacing, spacing,
            static_cast<std::uint32_t>(std::ceil(longest / spacing)) + 4};
}

/// The distance of samples that gives about the wanted number of triangles, by a fit to measured numbers. By
/// the area of the surface alone, it would be proportional to 1 / sqrt(wanted). But finer samples show
/// details that add to the area, and coarser samples lose thin parts.
double spacing_for(double wanted) {
    struct Measured {
        double triangles, factor;
    };
    static constexpr Measured table[] = {{1e3, 0.786}, {1e4, 0.935},  {3e4, 0.983},
                                         {1e5, 1.003}, {3e5, 1.001},  {1e6, 1.018},
                                         {3e6, 1.034}, {12e6, 1.045}, {20e6, 1.05}};
    const auto above = std::find_if(std::begin(table) + 1, std::end(table) - 1,
                                    [&](const Measured& m) { return m.triangles >= wanted; });
    const Measured& low = *std::prev(above);
    const double share = (wanted - low.triangles) / (above->triangles - low.triangles);
    const double factor = low.factor + share * (above->factor - low.factor);
    return factor * 8.12 / std::sqrt(wanted);
}

struct SampledMesh {
    Mesh mesh;
    double spacing = 0.0; ///< between samples
};

/// Makes the mesh whose number of triangles is within 3 % of the wanted one, or the nearest of a few
/// attempts. The number grows approximately with spacing^-2 and jumps where thin parts appear between the
/// samples.
SampledMesh mesh_with(double wanted, const ImplicitField& field, const Aabb& box, ThreadPool& pool,
                      const JobContext& job) {
    double spacing = spacing_for(wanted);
    SampledMesh best;
    double least_miss = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < 8 && least_miss > 0.03 * wanted; ++attempt) {
        Mesh mesh = mesh_field(field, grid_around(box, spacing), pool, job);
        keep_largest_piece(mesh, job);
        const auto found = static_cast<double>(std::max<std::size_t>(1, mesh.faces.size()));
        if (std::abs(found - wanted) < least_miss) {
            least_miss = std::abs(found - wanted);
            best = {std::move(mesh), spacing};
        }
        spacing *= std::sqrt(found / wanted);
    }
    return best;
}

} // namespace

BuiltinResult make_statue(const BuiltinOptions& options, const JobContext& job) {
    Sculpture sculpture(options.seed);
    sculpt_dragon(sculpture, options.seed);
    ThreadPool pool;
    BuiltinResult result;
    SampledMesh sampled =
        mesh_with(static_cast<double>(options.triangles), sculpture, sculpture.bounds(), pool, job);
    relax_surface(sampled.mesh, sculpture, sampled.spacing, pool, job);
    result.mesh = std::move(sampled.mesh);
    job.begin("computing normals");
    add_vertex_normals(result.mesh, pool, job);
    result.camera.position = {3.5F, 1.4F, 2.5F};
    result.camera.forward = glm::vec3(0.26F, 1.4F, -0.25F) - result.camera.position;
    result.camera.fov_y_degrees = 33.7F;
    return result;
}

} // namespace hitmap
