#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/results/optimum_sums.h"

#include <string>

namespace hitmap {

/// Adds "optimum" to "l1" and "l2" of the object of a simulation.
void put_optimum(Json& json, const HierarchyConfig& config, const OptimumReport& report);
/// Formats a text table with a row for each level.
[[nodiscard]] std::string optimum_table(const HierarchyConfig& config, const OptimumReport& report);

} // namespace hitmap
