#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/pipeline/time_estimate.h"

#include <string>

namespace hitmap {

/// Returns the value of "estimate": the minimum time of each unit; null if the preset lacks the figure.
[[nodiscard]] Json estimate_json(const TimeEstimate& estimate);
/// Returns the same as text for users.
[[nodiscard]] std::string estimate_text(const TimeEstimate& estimate);

} // namespace hitmap
