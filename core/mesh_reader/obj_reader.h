#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads an OBJ file (Wavefront): vertices, normals, faces of any number of corners, with negative numbers
/// too. Lines and points are counted, free-form curves and surfaces warned of, materials and other files
/// never opened. Throws FileError naming `file` and the line, Cancelled.
void read_obj(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
