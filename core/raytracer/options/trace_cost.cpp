#include "core/raytracer/options/trace_cost.h"

#include "core/geometry/mesh/coincident.h"

#include <fmt/format.h>

#include <cstdint>

namespace hitmap {

namespace {

/// Fewer coincident triangles are found in many models, and cost little compared with the rest of the
/// traversal.
constexpr std::uint64_t many_in_one_place = 256;

std::uint64_t most_rays(const TraceOptions& options) {
    const std::uint64_t pixels = std::uint64_t{options.width} * options.height;
    return options.rays.kind == RayKind::primary ? pixels : pixels * (1 + std::uint64_t{options.rays.count});
}

} // namespace

std::string costly_geometry(const Mesh& mesh, const TraceOptions& options, const JobContext& job) {
    const CoincidentFaces most = coincident_faces(mesh, many_in_one_place, job);
    if (most.count == 0) return {};
    const double tests = static_cast<double>(most.count) * static_cast<double>(most_rays(options));
    return fmt::format(
        "{} triangles lie in one place (face {} of the file is the first of them), and each ray that "
        "comes there tests all of them: up to {:.0f} tests for this picture",
        most.count, most.first, tests);
}

} // namespace hitmap
