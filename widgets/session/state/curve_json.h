#pragma once

#include "core/base/json_node.h"
#include "widgets/session/selection/pinned_curve.h"

#include <vector>

namespace hitmap {

/// Returns an array of objects with "of", "metric" and "look" (docs/view-files.md).
[[nodiscard]] Json curves_to_json(const std::vector<PinnedCurve>& curves);
/// Reads such an array. Throws FileError that names the file and the key.
[[nodiscard]] std::vector<PinnedCurve> curves_from_json(const JsonNode& array);

} // namespace hitmap
