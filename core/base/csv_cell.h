#pragma once

#include <string>

namespace hitmap {

/// Of a CSV table: quoted where it has to be.
[[nodiscard]] std::string csv_cell(const std::string& text);

} // namespace hitmap
