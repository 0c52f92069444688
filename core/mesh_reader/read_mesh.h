#pragma once

#include "core/geometry/mesh_stream.h"
#include "core/jobs/progress.h"
#include "core/mesh_reader/mesh_folder.h"

namespace hitmap {

/// Reads the mesh file of `folder`, whose format is told by how it begins and by the ending of its name: PLY,
/// OBJ, STL and glTF here, what else there is by assimp. Throws FileError, Cancelled.
[[nodiscard]] ReadMesh read_mesh(MeshFolder& folder, const JobContext& job);

} // namespace hitmap
