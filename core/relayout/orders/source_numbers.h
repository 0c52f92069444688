#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The recorded scene as a mesh: its vertices and normals in recorded order, its faces in the order of their
/// sources. Throws Error if a source has no slot or a position is not finite; Cancelled.
[[nodiscard]] Mesh recorded_mesh(const RecordedScene& scene, const JobContext& job = {});

/// The numbers in the mesh of recorded vertices and normals.
struct SourceNumbers {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> normals;
};
/// Finds them: from the faces, which name both, and for vertices and normals without faces from their
/// values. Throws Error if the scene is of another mesh; Cancelled.
[[nodiscard]] SourceNumbers source_numbers(const RecordedScene& scene, const Mesh& mesh,
                                           const JobContext& job = {});

} // namespace hitmap
