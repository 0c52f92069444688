#pragma once

#include "core/base/json_node.h"
#include "widgets/session/selection/panel_memory.h"

namespace hitmap {

/// Adds the keys of what the panels of a pane remember (docs/view-files.md). Usual choices are left out.
void put_panels(Json& object, const PanelMemory& panels);
/// Reads these keys. Throws FileError that names the file and the key.
[[nodiscard]] PanelMemory read_panels(JsonNode& object);

} // namespace hitmap
