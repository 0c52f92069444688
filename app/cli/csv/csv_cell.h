#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

namespace hitmap {

/// A number of a CSV file with nine significant digits; empty where it is undefined.
[[nodiscard]] inline std::string csv_cell(const std::optional<double>& value) {
    return value ? fmt::format("{:.9g}", *value) : std::string();
}

} // namespace hitmap
