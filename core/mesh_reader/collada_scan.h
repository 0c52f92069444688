#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/raw_mesh.h"

#include <string>
#include <string_view>

namespace hitmap {

/// True for a COLLADA document, by its root element.
[[nodiscard]] bool is_collada(std::string_view bytes);

/// Notes what the primitives of a COLLADA document declare (their attribute count) and refuses what assimp
/// passes over without a word (polygons with holes), what it reads without end (texts in lists of numbers),
/// counts that the file cannot hold, and accessors beyond the end of their array. Throws FileError naming
/// `file` and the line, Cancelled.
void scan_collada(std::string_view bytes, const std::string& file, ImportReport& report,
                  const JobContext& job);

} // namespace hitmap
