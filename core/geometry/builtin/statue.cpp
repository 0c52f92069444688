#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/dragon.h"
#include "core/geometry/builtin/field_mesher.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
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

/// The mesh whose number of triangles is within 3 % of the wanted one, or the nearest of a few attempts. The
/// number grows about with spacing^-2 and jumps a little where thin parts appear between the samples.
Mesh mesh_with(double wanted, const ImplicitField& field, const Aabb& box, ThreadPool& pool,
               const JobContext& job) {
    double spacing = 0.0203 * std::sqrt(160'000.0 / wanted); // measured
    Mesh best;
    double least_miss = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < 8 && least_miss > 0.03 * wanted; ++attempt) {
        Mesh mesh = mesh_field(field, grid_around(box, spacing), pool, job);
        const auto found = static_cast<double>(std::max<std::size_t>(1, mesh.faces.size()));
        spacing *= std::sqrt(found / wanted);
        if (std::abs(found - wanted) >= least_miss) continue;
        least_miss = std::abs(found - wanted);
        best = std::move(mesh);
    }
    return best;
}

} // namespace

BuiltinResult make_statue(const BuiltinOptions& options, const JobContext& job) {
    Sculpture sculpture(options.seed);
    sculpt_dragon(sculpture, options.seed);
    ThreadPool pool;
    BuiltinResult result;
    result.mesh = mesh_with(static_cast<double>(options.triangles), sculpture, sculpture.bounds(), pool, job);
    job.begin("computing normals");
    add_vertex_normals(result.mesh);
    result.camera.position = {2.6F, 2.2F, 4.3F};
    result.camera.forward = glm::vec3(0.31F, 1.06F, -0.19F) - result.camera.position;
    result.camera.fov_y_degrees = 38.0F;
    return result;
}

} // namespace hitmap
