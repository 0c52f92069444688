#pragma once

#include <optional>
#include <string_view>

namespace hitmap {

/// Parses a decimal number whose digits before the point may be in groups of three, separated by commas:
/// "1,234.5",
/// "-12", "1e3". Returns nothing for every other text, such as one with a decimal comma ("87,50"), and for
/// numbers that are not finite.
[[nodiscard]] std::optional<double> grouped_number(std::string_view text);

} // namespace hitmap
