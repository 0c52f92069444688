#pragma once

#include "render/view/json_object.h"
#include "widgets/session/selection/pinned_curve.h"

#include <string>
#include <vector>

namespace hitmap {

/// Returns an array of objects with "of", "metric" and "look" (docs/view-files.md).
[[nodiscard]] Json curves_to_json(const std::vector<PinnedCurve>& curves);
/// Reads such an array. Throws FileError that names the file and the key.
[[nodiscard]] std::vector<PinnedCurve> curves_from_json(const Json& array, const std::string& file);

} // namespace hitmap
