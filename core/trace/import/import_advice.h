#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What anomalies that an import tolerated mean for the numbers, and what to do about them: whole sentences,
/// each once, in the order of the anomalies. Nothing for those that change no number, and for unknown ones.
/// @param warnings  values of import_warning_option
[[nodiscard]] std::vector<std::string_view> import_advice(std::span<const std::string> warnings);

} // namespace hitmap
