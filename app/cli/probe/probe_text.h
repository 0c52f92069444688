#pragma once

#include "app/cli/base/info_json.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <string>

namespace hitmap {

/// Returns {"name", "configured", "inferred"}; configured is null if `unit` is (measured runs).
[[nodiscard]] Json probe_json(const ProbeUnit* unit, const ProbeResult& result);
/// Returns two lines per unit: as configured and as inferred.
[[nodiscard]] std::string probe_head();
[[nodiscard]] std::string probe_lines(const ProbeUnit* unit, const ProbeResult& result);

} // namespace hitmap
