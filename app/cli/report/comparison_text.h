#pragma once

#include "app/cli/base/info_json.h"
#include "core/profile/derived/comparison.h"
#include "core/report/column/report_column.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace hitmap {

/// The table A, B, B - A for a person: rates with one decimal and differences in percentage points (more
/// decimals where they would not agree), counts
/// grouped and their differences also in per cent of A; a dash where a value is undefined.
[[nodiscard]] std::string comparison_table(std::span<const ComparedKind> kinds);
/// {"all": {"accesses": {"a", "b", "difference"}, ...}, "elements": {"box": {...}, ...}}: rates from 0 to 1,
/// null where a value is undefined.
[[nodiscard]] Json comparison_json(std::span<const ComparedKind> kinds);

/// 1234567.25 with one decimal -> "1,234,567.3".
[[nodiscard]] std::string grouped(double number, int decimals);
/// The same with its sign; none where it rounds to 0.
[[nodiscard]] std::string signed_grouped(double number, int decimals);
/// Counts of both sides and their difference, written so that they agree; a dash where one is undefined. A
/// side without a value counts as 0 where the difference is known.
struct ComparedTexts {
    std::string a;
    std::string b;
    std::string difference;
};
[[nodiscard]] ComparedTexts count_texts(const ComparedValue& value);
/// A line of a table of both sides; what is written depends on the sides together.
struct ComparedLine {
    std::string name;
    ComparedTexts texts;
    std::string change;
    std::optional<double> share{}; ///< of the changes of all parts
};
/// Name, A, B, B - A and the change of A, as they are laid out.
[[nodiscard]] ReportColumns<ComparedLine> compared_columns(const std::array<TextLayout, 5>& layouts);
/// B - A in per cent of A: "+3.1 %"; empty where that is undefined.
[[nodiscard]] std::string change_text(const ComparedValue& value);

} // namespace hitmap
