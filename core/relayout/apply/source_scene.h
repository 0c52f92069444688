#pragma once

#include "core/relayout/model/relayout_options.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// Loads the mesh that was recorded, turned as it was recorded: `spec` (see load_scene()) or, if that is
/// empty, the built-in scene that the recording names. Null if there is neither. The function throws Error if
/// the mesh has another hash than the recorded one, and what load_upright_scene() throws.
[[nodiscard]] SourceMesh source_mesh(const RecordingInfo& info, const std::string& spec);

} // namespace hitmap
