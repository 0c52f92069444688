#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/raytracer/options/trace_options.h"

#include <cstdint>
#include <string_view>

namespace hitmap {

/// The properties of a scene that memory depends on.
struct SceneSize {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::uint64_t normals = 0;
};
[[nodiscard]] SceneSize size_of(const Mesh& mesh);
/// The size of a scene that is not loaded yet: for a built-in scene what was asked for, for a file a rough
/// estimate by its size, or 0 if that gives no estimate.
[[nodiscard]] SceneSize expected_size(std::string_view spec);

/// What is done with the requests in addition to tracing.
struct TraceWork {
    bool writes = false;    ///< writes a recording
    unsigned simulates = 0; ///< number of cache models
    unsigned indexes = 0;   ///< how many of these build a time index
    bool has_scene = false; ///< keeps the whole scene, for pictures
    unsigned threads = 1;
};

/// Estimates the peak memory in bytes of the whole process that traces such a scene.
[[nodiscard]] std::uint64_t estimate_trace_bytes(const SceneSize& scene, const TraceOptions& options,
                                                 const TraceWork& work);

} // namespace hitmap
