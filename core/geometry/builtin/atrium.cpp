#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/mesh_builder.h"
#include "core/geometry/builtin/reproducible.h"

namespace hitmap {

BuiltinResult make_atrium(const BuiltinOptions& options, const JobContext& job) {
    job.begin("building the atrium");
    MeshBuilder builder;
    builder.quad({-10, 0, 30}, {10, 0, 30}, {10, 0, -30}, {-10, 0, -30});
    builder.quad({-10, 0, 30}, {-10, 0, -30}, {-10, 12, -30}, {-10, 12, 30});
    builder.quad({10, 0, -30}, {10, 0, 30}, {10, 12, 30}, {10, 12, -30});
    builder.quad({-10, 0, -30}, {10, 0, -30}, {10, 12, -30}, {-10, 12, -30});
    const auto around = static_cast<unsigned>(2 + options.triangles / 8000);
    for (int side = -1; side <= 1; side += 2)
        for (int i = 0; i < 10; ++i)
            builder.grid(
                around, 40,
                [&](unsigned column, unsigned row) {
                    const double t = -1.0 * column / around;
                    const double r = 0.6 + 0.03 * cos_turns(t * 16.0);
                    return glm::dvec3(6.0 * side + r * cos_turns(t), 6.0 * row / 40.0,
                                      27.0 - 6.0 * i + r * sin_turns(t));
                },
                true);
    BuiltinResult result;
    result.mesh = builder.finish();
    result.camera.position = {1.5F, 2.5F, 26.0F};
    result.camera.forward = {-0.1F, 0.1F, -1.0F};
    return result;
}

} // namespace hitmap
