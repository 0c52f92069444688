#pragma once

#include "app/cli/base/info_json.h"
#include "core/analysis/comparison/side_sums.h"
#include "core/analysis/findings/difference.h"

#include <string>
#include <vector>

namespace hitmap {

/// Why B costs more or less than A: how much longer it waits, options in which the recordings differ, and a
/// numbered list. Ends with a line feed; empty if nothing is known.
[[nodiscard]] std::string differences_text(const SideSums& a, const SideSums& b,
                                           const std::vector<Difference>& differences);
/// {"waiting": sentence or null, "options": sentence or null, "findings": [...]}
[[nodiscard]] Json differences_json(const SideSums& a, const SideSums& b,
                                    const std::vector<Difference>& differences);

} // namespace hitmap
