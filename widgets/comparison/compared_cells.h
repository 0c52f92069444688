#pragma once

#include "core/profile/models/comparison.h"
#include "widgets/table/table_model.h"

namespace hitmap {

/// The format of a row's values.
enum class ComparedUnit : std::uint8_t { count, bytes, rate };

/// Returns the cells A, B, B - A and the change relative to A (none for rates). Both numbers have the same
/// number of decimals, and bytes the same unit; the difference is that of the displayed numbers. A side
/// without a value counts as 0 if the difference is known.
/// @param detail_a, detail_b  texts for tool tips
[[nodiscard]] TableRow compared_cells(const ComparedValue& value, ComparedUnit unit,
                                      const QString& detail_a = {}, const QString& detail_b = {});

} // namespace hitmap
