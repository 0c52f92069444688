#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Reads a PLY file, ASCII or binary. The element `vertex` has x, y, z and optionally nx, ny, nz; `face` has
/// polygons; `tristrips` and `tri_strips` have triangle strips, where -1 begins a new one; `trifans` and
/// `tri_fans` have fans. Edges are counted. Other elements and properties are ignored. Throws FileError that
/// names `file` and the line or byte, Cancelled.
void read_ply(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job);

} // namespace hitmap
