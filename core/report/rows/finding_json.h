#pragma once

#include "core/analysis/findings/difference.h"
#include "core/analysis/findings/finding.h"
#include "core/geometry/mesh/aabb.h"
#include "core/report/column/json_row.h"

namespace hitmap {

/// {"text", "what": {"kind", "name"}, "why", "metric", "amount", "share", "gain": {"change", "command",
/// "amount", "share", "waiting_share", "exact"} or null, "view": {"panel", "allocation", "file", "line",
/// "region": {"kind", "form", "element", "elements", "lower", "upper"} or null}, "evicted_by", "optimum",
/// "rays", "region", "stack"}. docs/findings.md has the keys of the last five. What a finding does not have
/// is null.
[[nodiscard]] Json finding_json(const Finding& finding);
/// {"text", "what": {"kind", "name"}, "why", "metric", "a", "b", "difference", "waiting_share", "file",
/// "line"} and for a place "lower" and "upper", [x, y, z] each.
[[nodiscard]] Json difference_json(const Difference& difference);
/// Sets "lower" and "upper" of an object to the corners, [x, y, z] each.
void put_bounds(Json& json, const Aabb& bounds);

} // namespace hitmap
