#pragma once

#include "core/geometry/mesh_stream.h"
#include "core/jobs/progress.h"
#include "core/mesh_reader/formats/mesh_folder.h"

namespace hitmap {

/// Reads the mesh file of `folder`. The format is recognised by the first bytes and by the ending of the
/// name: PLY, OBJ, STL and glTF have readers here, assimp reads other formats. Throws FileError, Cancelled.
[[nodiscard]] ReadMesh read_mesh(MeshFolder& folder, const JobContext& job);

} // namespace hitmap
