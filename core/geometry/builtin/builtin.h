#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>

namespace hitmap {

/// What the generators of the built-in scenes are asked for.
struct BuiltinOptions {
    std::uint64_t triangles = 0; ///< wanted number
    std::uint64_t seed = 1;
};

struct BuiltinResult {
    Mesh mesh;
    Camera camera; ///< not normalised
};

/// Two storeys of arcades around a long court, seen from inside. The number of triangles is met within 10 %.
[[nodiscard]] BuiltinResult make_atrium(const BuiltinOptions& options, const JobContext& job);
/// A closed, scan-like figure; the number of triangles is met within 5 %.
[[nodiscard]] BuiltinResult make_statue(const BuiltinOptions& options, const JobContext& job);
/// Martin Newell's teapot (Newell 1975); the number of triangles is met as nearly as a regular tessellation
/// allows.
[[nodiscard]] BuiltinResult make_teapot(const BuiltinOptions& options, const JobContext& job);

} // namespace hitmap
