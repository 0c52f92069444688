#pragma once

#include "app/cli/probe_report/system_caches.h"
#include "core/probe/hierarchy_probe.h"
#include "core/report/column/json_row.h"

#include <span>
#include <string>

namespace hitmap {

/// Returns a line per cache, beside what the system says of the caches of its CPU if `system` is not empty,
/// and lines for TLBs and memory.
[[nodiscard]] std::string probed_hierarchy_text(const ProbedHierarchy& probed,
                                                std::span<const SystemCache> system);
/// Returns {"caches": [{"name", "capacity", "fetched", "latency", "system"}], "tlbs", "memory_latency",
/// "memory_reached"}. Latencies are in cycles; "system" is null where the system says nothing.
[[nodiscard]] Json probed_hierarchy_json(const ProbedHierarchy& probed, std::span<const SystemCache> system);

} // namespace hitmap
