#pragma once

#include "app/cli/base/info_json.h"
#include "core/profile/models/comparison.h"
#include "core/report/column/report_column.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace hitmap {

/// Formats the table A, B, B - A. Rates have one decimal and their differences are percentage points; more
/// decimals are shown if the rounded numbers would not add up. Counts have grouped digits, and their
/// differences are also shown in percent of A. Undefined values are dashes.
[[nodiscard]] std::string comparison_table(std::span<const ComparedKind> kinds);
/// Returns {"all": {"accesses": {"a", "b", "difference"}, ...}, "elements": {"box": {...}, ...}}. Rates are
/// from 0 to 1; undefined values are null.
[[nodiscard]] Json comparison_json(std::span<const ComparedKind> kinds);

/// Formats 1234567.25 with one decimal as "1,234,567.3".
[[nodiscard]] std::string grouped(double number, int decimals);
/// Counts of both sides and their difference, rounded so that they add up; undefined values are dashes. If
/// the difference is known, a side without a value counts as 0.
struct ComparedTexts {
    std::string a;
    std::string b;
    std::string difference;
};
[[nodiscard]] ComparedTexts count_texts(const ComparedValue& value);
/// One line of a table of both sides. The number of decimals depends on both sides.
struct ComparedLine {
    std::string name;
    ComparedTexts texts;
    std::string change;
    std::optional<double> share{}; ///< share of the part in the changes of all parts
};
/// Returns the columns: name, A, B, B - A, and the change in percent of A.
[[nodiscard]] ReportColumns<ComparedLine> compared_columns(const std::array<TextLayout, 5>& layouts);
/// Formats B - A in percent of A: "+3.1 %"; empty if that is undefined.
[[nodiscard]] std::string change_text(const ComparedValue& value);

} // namespace hitmap
