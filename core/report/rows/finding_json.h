#pragma once

#include "core/analysis/findings/finding.h"
#include "core/report/column/json_row.h"

namespace hitmap {

/// {"text", "what": {"kind", "name"}, "why", "metric", "amount", "share", "gain": {"change", "command",
/// "amount", "share", "waiting_share", "exact"} or null, "view": {"panel", "allocation", "file", "line"}}.
/// What a finding does not have is null.
[[nodiscard]] Json finding_json(const Finding& finding);

} // namespace hitmap
