#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads an OBJ file (Wavefront): vertices, normals, and faces of any number of corners; negative references
/// are allowed. Lines and points are counted. Free-form curves and surfaces cause warnings. Materials and
/// other files are never opened. Throws FileError that names `file` and the line, Cancelled.
void read_obj(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
