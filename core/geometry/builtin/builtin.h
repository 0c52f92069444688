#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>

namespace hitmap {

/// Parameters of the generators of the built-in scenes.
struct BuiltinOptions {
    std::uint64_t triangles = 0; ///< the wanted number
    std::uint64_t seed = 1;
};

struct BuiltinResult {
    Mesh mesh;
    Camera camera; ///< not normalised
};

/// Two storeys of arcades around a long court, seen from inside. The number of triangles is within 10 % of
/// the wanted one.
[[nodiscard]] BuiltinResult make_atrium(const BuiltinOptions& options, const JobContext& job);
/// A closed figure that resembles a scan; the number of triangles is within 5 % of the wanted one.
[[nodiscard]] BuiltinResult make_statue(const BuiltinOptions& options, const JobContext& job);
/// Martin Newell's teapot (Newell 1975); the number of triangles is as close to the wanted one as a regular
/// tessellation allows.
[[nodiscard]] BuiltinResult make_teapot(const BuiltinOptions& options, const JobContext& job);

} // namespace hitmap
