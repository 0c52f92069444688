#pragma once

#include "core/trace/import/text_fields.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The values of whole fields of a line.
namespace hitmap::accelsim {

/// Parses 1 to 16 hexadecimal digits.
[[nodiscard]] inline std::optional<std::uint64_t> hex_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 16) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) {
        const std::uint8_t digit = text_fields::digit_value(c);
        if (digit == text_fields::no_digit) return std::nullopt;
        value = value << 4U | digit;
    }
    return value;
}
/// Parses hexadecimal digits behind "0x".
[[nodiscard]] inline std::optional<std::uint64_t> address_number(std::string_view text) {
    if (!text.starts_with("0x")) return std::nullopt;
    return hex_number(text.substr(2));
}

/// Parses a decimal number of at most 18 digits.
[[nodiscard]] inline std::optional<std::uint64_t> decimal_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 18) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        value = 10 * value + static_cast<unsigned>(c - '0');
    }
    return value;
}
/// The same with an optional sign.
[[nodiscard]] inline std::optional<std::int64_t> signed_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    const auto value = decimal_number(text.substr(negative ? 1 : 0));
    if (!value) return std::nullopt;
    return negative ? -static_cast<std::int64_t>(*value) : static_cast<std::int64_t>(*value);
}

/// Removes the next field and returns its value in one pass; nothing, and no change, if it is not a decimal
/// number of 1 to 18 digits with an optional sign.
[[nodiscard]] inline std::optional<std::int64_t> take_signed(std::string_view& text) {
    std::string_view rest = text;
    skip_blanks(rest);
    const bool negative = rest.starts_with('-');
    std::size_t at = negative ? 1 : 0;
    const std::size_t end = std::min(rest.size(), at + 18);
    const std::size_t first = at;
    std::int64_t value = 0;
    for (; at < end && rest[at] >= '0' && rest[at] <= '9'; ++at)
        value = 10 * value + (rest[at] - '0');
    if (at == first || (at < rest.size() && rest[at] != ' ' && rest[at] != '\t')) return std::nullopt;
    rest.remove_prefix(at);
    text = rest;
    return negative ? -value : value;
}

/// Whether the text consists of at least `least` hexadecimal digits.
[[nodiscard]] inline bool is_hex(std::string_view text, std::size_t least) {
    if (text.size() < least) return false;
    return std::ranges::all_of(text,
                               [](char c) { return text_fields::digit_value(c) != text_fields::no_digit; });
}

/// Parses "KEY = VALUE" and returns the value without the spaces around it; nothing if the line has another
/// key.
[[nodiscard]] inline std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
    if (!line.starts_with(key)) return std::nullopt;
    line.remove_prefix(key.size());
    const std::size_t equals = line.find_first_not_of(' ');
    if (equals == std::string_view::npos || line[equals] != '=') return std::nullopt;
    line.remove_prefix(equals + 1);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::string_view();
    return line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

} // namespace hitmap::accelsim
