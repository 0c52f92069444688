#pragma once

#include "core/base/error.h"

#include <fmt/format.h>

#include <string_view>

namespace hitmap {

/// Deeper texts are refused: who walks a value (to print it, say) recurses, and "[[[[..." would end the
/// stack.
inline constexpr int most_json_depth = 64;

/// The value of a text from outside; `Json` is an nlohmann::basic_json. Throws FileError naming `file`, and
/// the byte where it is not JSON.
template <class Json>
[[nodiscard]] Json parse_json_text(std::string_view text, std::string_view file) {
    const auto check_depth = [file](int depth, typename Json::parse_event_t event, const Json&) {
        const bool opens =
            event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
        if (opens && depth >= most_json_depth)
            throw FileError(file, "", fmt::format("expected values at most {} deep", most_json_depth));
        return true;
    };
    try {
        return Json::parse(text, check_depth);
    } catch (const typename Json::parse_error& error) {
        throw FileError(file, fmt::format("byte {}", error.byte), "not a JSON text");
    } catch (const typename Json::out_of_range&) {
        throw FileError(file, "", "expected numbers that a double can hold");
    }
}

} // namespace hitmap
