#pragma once

#include <string>

namespace hitmap {

/// Returns `text` as a cell of a CSV table: in quotation marks if RFC 4180 requires them.
[[nodiscard]] std::string csv_cell(const std::string& text);

} // namespace hitmap
