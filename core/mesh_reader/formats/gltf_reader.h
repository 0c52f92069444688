#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/formats/mesh_folder.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string_view>

namespace hitmap {

/// Reads a glTF 2.0 file (JSON or binary container): the meshes of the nodes of its scene, with primitives of
/// any mode, quantised positions included. Lines and points are counted. Skins, morph targets and instancing
/// extensions cause warnings. Sparse accessors, and required extensions that change meshes, are refused by
/// name. Throws FileError that names the file and the JSON place, Cancelled.
void read_gltf(std::string_view bytes, MeshFolder& folder, MeshSink& sink, const JobContext& job);

} // namespace hitmap
