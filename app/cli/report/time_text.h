#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/pipeline/time_estimate.h"

#include <string>

namespace hitmap {

/// Under "estimate": what each unit needs at least, null where the preset lacks the figure.
[[nodiscard]] Json estimate_json(const TimeEstimate& estimate);
/// The same for a person.
[[nodiscard]] std::string estimate_text(const TimeEstimate& estimate);

} // namespace hitmap
