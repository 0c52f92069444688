#pragma once

#include "core/base/json_node.h"
#include "render/view/view.h"

namespace hitmap {

/// The members of View in a JSON object, which may have other members.
void write_view(const View& view, Json& object);
/// Throws FileError. Does not call finish(), so that the caller can read further keys.
void read_view(JsonNode& object, View& view);

} // namespace hitmap
