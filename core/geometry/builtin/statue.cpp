#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/mesh_builder.h"
#include "core/geometry/builtin/reproducible.h"

#include <cmath>

namespace hitmap {

BuiltinResult make_statue(const BuiltinOptions& options, const JobContext& job) {
    job.begin("carving the statue");
    const auto around = static_cast<unsigned>(std::sqrt(static_cast<double>(options.triangles) / 4.0));
    MeshBuilder builder;
    // A knot: one closed tube that winds three times around the axis and twice around its core.
    builder.grid(
        around * 4, around / 2 * 1,
        [&](unsigned column, unsigned row) {
            const double t = 1.0 * column / (around * 4.0);
            const double s = 1.0 * (row % (around / 2)) / (around / 2.0);
            const double ring = 1.0 + 0.4 * cos_turns(3.0 * t);
            const double bump = 0.18 + 0.02 * sin_turns(40.0 * t) * cos_turns(5.0 * s);
            const double r = ring + bump * cos_turns(s);
            return glm::dvec3(r * cos_turns(2.0 * t), 0.4 * sin_turns(3.0 * t) + bump * sin_turns(s),
                              r * sin_turns(2.0 * t));
        },
        true);
    BuiltinResult result;
    result.mesh = builder.finish();
    result.camera = framing_camera(bounds(result.mesh));
    return result;
}

} // namespace hitmap
