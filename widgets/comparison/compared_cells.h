#pragma once

#include "core/profile/derived/comparison.h"
#include "widgets/table/table_model.h"

namespace hitmap {

/// How the values of a row are written.
enum class ComparedUnit : std::uint8_t { count, bytes, rate };

/// The cells A, B, B - A and its change relative to A (none of rates). Numbers have as many decimals, and
/// bytes one unit, with which the difference is that of the numbers as they are written. A side without a
/// value counts as 0 where the difference is known.
/// @param detail_a, detail_b  for tool tips
[[nodiscard]] TableRow compared_cells(const ComparedValue& value, ComparedUnit unit,
                                      const QString& detail_a = {}, const QString& detail_b = {});

} // namespace hitmap
