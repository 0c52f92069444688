#pragma once

#include "app/cli/lsp/recorded_numbers.h"
#include "core/report/column/json_row.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

// What editors show, as values of the Language Server Protocol 3.17. Positions count UTF-16 code units.

/// A document of the editor with the numbers of its lines.
struct ShownDocument {
    const RecordedNumbers& numbers;
    const std::vector<std::string_view>& text; ///< its lines
    const std::vector<ShownLine>& lines;
};

/// Returns the number of UTF-16 code units of a text in UTF-8; bytes that only continue a
/// character count as none.
[[nodiscard]] std::size_t utf16_length(std::string_view utf8);

/// A CodeLens for each line: rates and misses, and hits and look-ups of both levels as its data.
[[nodiscard]] Json code_lenses(const ShownDocument& document);
/// An InlayHint behind each of the lines [first, last].
[[nodiscard]] Json inlay_hints(const ShownDocument& document, std::size_t first, std::size_t last);
/// A Hover with the table of a line by allocation; null if the line has no numbers.
[[nodiscard]] Json hover(const ShownDocument& document, std::size_t line, bool markdown);
/// A Diagnostic for each line with at least 1 % of the L1 misses of the recording (of the L2 misses if
/// nothing is looked up in L1): a hint, from 5 % information, from 20 % a warning.
[[nodiscard]] Json diagnostics(const ShownDocument& document);

} // namespace hitmap
