#pragma once

#include "core/geometry/mesh.h"
#include "core/raytracer/trace_options.h"

#include <cstdint>
#include <string_view>

namespace hitmap {

/// What memory depends on.
struct SceneSize {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::uint64_t normals = 0;
};
[[nodiscard]] SceneSize size_of(const Mesh& mesh);
/// Of a scene that is not loaded yet: of a built-in one, what it was asked for; of a file, a rough
/// guess by its size, 0 where that tells nothing.
[[nodiscard]] SceneSize expected_size(std::string_view spec);

/// What is done with the requests besides tracing.
struct TraceWork {
    bool writes = false;    ///< a recording
    unsigned simulates = 0; ///< caches
    unsigned indexes = 0;   ///< of these, how many make a time index
    bool has_scene = false; ///< whole scenes go along, for pictures
    unsigned threads = 1;
};

/// Bytes of memory at the peak, about, of a whole process that traces such a scene.
[[nodiscard]] std::uint64_t estimate_trace_bytes(const SceneSize& scene, const TraceOptions& options,
                                                 const TraceWork& work);

} // namespace hitmap
