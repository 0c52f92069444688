#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Whether the root element is that of a COLLADA document.
[[nodiscard]] bool is_collada(std::string_view bytes);

/// Records what the primitives of a COLLADA document declare (their attribute count). Refuses what assimp
/// would silently ignore (polygons with holes), what makes it read without end (text in lists of numbers),
/// counts that exceed the file, and accessors beyond the end of their array. Throws FileError that names
/// `file` and the line, Cancelled.
void scan_collada(std::string_view bytes, const std::string& file, ImportReport& report,
                  const JobContext& job);

} // namespace hitmap
