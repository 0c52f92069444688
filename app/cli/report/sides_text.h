#pragma once

#include "app/cli/base/info_json.h"
#include "core/analysis/side_comparison.h"

#include <cstddef>
#include <string>

namespace hitmap {

/// Every cost of everything: A, B, B - A and the change relative to A; a dash where a model does not count
/// it, and under the table why.
[[nodiscard]] std::string costs_table(const SideComparison& comparison);
/// The parts of a division by falling share of the change, with one cost. Empty where neither side has parts.
/// @param top  rows at most; 0: all
[[nodiscard]] std::string parts_table(const SideComparison& comparison, Division division, Cost cost,
                                      std::size_t top);
/// {"summary", "unknown", "costs": {"requests": {"a", "b", "difference"}, ...}, "by": {"allocation":
/// [{"name", "only": null, "a" or "b", "requests": {"a", "b", "difference", "share"}, ...}, ...], ...}};
/// places have "lower" and "upper", too; null where a value is undefined.
[[nodiscard]] Json sides_json(const SideComparison& comparison);

} // namespace hitmap
