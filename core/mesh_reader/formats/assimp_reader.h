#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/formats/mesh_folder.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

namespace hitmap {

/// Whether the mesh of a COLLADA document is turned so that the up axis that it declares becomes +y.
enum class ColladaTurn { as_declared, none };

/// Reads a mesh of any format that assimp knows. A fault of assimp may end the process. Throws FileError with
/// assimp's reason, or naming a refused file outside the mesh's folder; Cancelled.
void read_by_assimp(MeshFolder& folder, MeshSink& sink, ColladaTurn turn, const JobContext& job);

} // namespace hitmap
