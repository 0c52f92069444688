#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads an STL file, ASCII with any number of solids or binary; which of them is told by its size, since
/// binary ones may begin with "solid", too. Throws FileError naming `file` and the line or byte, Cancelled.
void read_stl(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
