#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/results/optimum_sums.h"

#include <string>

namespace hitmap {

/// Adds "optimum" to "l1" and "l2" of the object of a simulation, each with the "allocations" that use it.
void put_optimum(Json& json, const RecordingInfo& info, const HierarchyConfig& config,
                 const OptimumReport& report);
/// Formats a text table with a row for each level, and one with a row for each of its allocations.
[[nodiscard]] std::string optimum_table(const RecordingInfo& info, const HierarchyConfig& config,
                                        const OptimumReport& report);

} // namespace hitmap
