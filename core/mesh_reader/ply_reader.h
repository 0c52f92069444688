#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads a PLY file, ASCII or binary: element vertex with x, y, z and perhaps nx, ny, nz; element
/// face with polygons; elements tristrips and tri_strips with triangle strips, which -1 begins anew, trifans
/// and tri_fans with fans; edges are counted. Other elements and properties are passed over. Throws FileError
/// naming `file` and the line or byte, Cancelled.
void read_ply(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
