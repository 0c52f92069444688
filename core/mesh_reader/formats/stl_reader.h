#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads an STL file, binary or ASCII with any number of solids. The size of the file decides which it is,
/// since binary files may begin with "solid" too. Throws FileError that names `file` and the line or byte,
/// Cancelled.
void read_stl(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
