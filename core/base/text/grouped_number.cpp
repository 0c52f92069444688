#include "core/base/text/grouped_number.h"

#include <charconv>
#include <cmath>
#include <string>

namespace hitmap {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether each comma has one to three digits before it if it is the first, and a group of exactly three
/// digits behind it.
bool has_right_groups(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    std::size_t digits = 0; // since the begin or the last comma
    bool grouped = false;
    for (const char c : text) {
        if (is_digit(c)) {
            ++digits;
            continue;
        }
        if (c != ',') break;
        if (grouped ? digits != 3 : digits == 0 || digits > 3) return false;
        grouped = true;
        digits = 0;
    }
    return !grouped || digits == 3;
}

} // namespace

std::optional<double> grouped_number(std::string_view text) {
    if (!has_right_groups(text)) return std::nullopt;
    const std::size_t behind = text.find_first_not_of("-0123456789,"); // the point or the exponent
    if (behind != std::string_view::npos && text.find(',', behind) != std::string_view::npos)
        return std::nullopt;
    std::string digits(text);
    std::erase(digits, ',');
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace hitmap
