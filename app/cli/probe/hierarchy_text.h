#pragma once

#include "app/cli/probe/system_caches.h"
#include "core/probe/hierarchy_probe.h"
#include "core/report/column/json_row.h"

#include <span>
#include <string>

namespace hitmap {

/// Returns a row for each cache and one for what lies beyond the last that was found. If `system` is not
/// empty, what the system says of the caches of its CPU is beside them, and those that the latencies do not
/// show have rows, too. Lines for TLBs follow.
[[nodiscard]] std::string probed_hierarchy_text(const ProbedHierarchy& probed,
                                                std::span<const SystemCache> system);
/// Returns {"caches": [{"name", "capacity", "fetched", "latency", "system"}], "tlbs", "largest_array",
/// "memory_latency", "memory_reached"}. Latencies are in cycles; "system" is null where the system says
/// nothing.
[[nodiscard]] Json probed_hierarchy_json(const ProbedHierarchy& probed, std::span<const SystemCache> system);

} // namespace hitmap
