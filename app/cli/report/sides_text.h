#pragma once

#include "app/cli/base/info_json.h"
#include "core/analysis/comparison/side_comparison.h"

#include <cstddef>
#include <string>

namespace hitmap {

/// Returns a table of all costs of the total: A, B, B - A and the change relative to A. A dash stands for
/// what a model does not count; the reason is below the table.
[[nodiscard]] std::string costs_table(const SideComparison& comparison);
/// Returns a table of the parts of a division for one cost, by falling share of the change. Empty if neither
/// side has parts.
/// @param top  maximum number of rows; 0: all
[[nodiscard]] std::string parts_table(const SideComparison& comparison, Division division, Cost cost,
                                      std::size_t top);
/// Returns {"summary", "unknown", "costs": {"requests": {"a", "b", "difference"}, ...}, "by": {"allocation":
/// [{"name", "only": null, "a" or "b", "requests": {"a", "b", "difference", "share"}, ...}, ...], ...}}.
/// Places also have "lower" and "upper". Undefined values are null.
[[nodiscard]] Json sides_json(const SideComparison& comparison);

} // namespace hitmap
