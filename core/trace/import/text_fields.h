#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

namespace hitmap {

// Functions that read the fields of a line from its begin. Each removes from `text` what it read and returns
// true, or returns false. After false, `text` is unchanged by take() and unspecified after the others.

inline bool take(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

/// The same for a literal, whose length the compiler knows: the comparison is not a call.
template <std::size_t size>
bool take(std::string_view& text, const char (&expected)[size]) {
    constexpr std::size_t length = size - 1;
    if (text.size() < length || std::memcmp(text.data(), expected, length) != 0) return false;
    text.remove_prefix(length);
    return true;
}

namespace text_fields {

inline constexpr std::uint8_t no_digit = 255;

inline constexpr std::array<std::uint8_t, 256> digit_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::uint8_t i = 0; i < 10; ++i)
        values[static_cast<std::uint8_t>('0' + i)] = i;
    for (std::uint8_t i = 0; i < 6; ++i) {
        values[static_cast<std::uint8_t>('a' + i)] = static_cast<std::uint8_t>(10 + i);
        values[static_cast<std::uint8_t>('A' + i)] = static_cast<std::uint8_t>(10 + i);
    }
    return values;
}();

inline std::uint8_t digit_value(char digit) {
    return digit_values[static_cast<std::uint8_t>(digit)];
}

} // namespace text_fields

/// Reads a hexadecimal number of 1 to 16 digits without "0x".
inline bool take_hex(std::string_view& text, std::uint64_t& value) {
    std::size_t digits = 0;
    value = 0;
    for (; digits < text.size(); ++digits) {
        const std::uint8_t digit = text_fields::digit_value(text[digits]);
        if (digit == text_fields::no_digit) break;
        value = value << 4U | digit;
    }
    text.remove_prefix(digits);
    return digits >= 1 && digits <= 16;
}

/// Reads a decimal number from 0 to `most`.
template <class Number>
bool take_decimal(std::string_view& text, Number& value,
                  std::uint64_t most = std::numeric_limits<Number>::max()) {
    std::uint64_t number = 0;
    std::size_t digits = 0;
    for (; digits < text.size(); ++digits) {
        const std::uint8_t digit = text_fields::digit_value(text[digits]);
        if (digit >= 10) break;
        if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
        number = number * 10 + digit;
    }
    text.remove_prefix(digits);
    value = static_cast<Number>(number);
    return digits != 0 && number <= most;
}

/// Reads a decimal number, or a hexadecimal one after "0x".
inline bool take_number(std::string_view& text, std::uint64_t& value) {
    return take(text, "0x") || take(text, "0X") ? take_hex(text, value) : take_decimal(text, value);
}

/// Removes the end of a line, "\n" or "\r\n", or the end of the text.
inline bool take_end(std::string_view& text) {
    return text.empty() || take(text, "\n") || take(text, "\r\n");
}

/// Removes blanks at the begin.
inline void skip_blanks(std::string_view& text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
}

/// Removes blanks and the word after them, which ends at a blank or at the end, and returns the word.
inline std::string_view take_word(std::string_view& text) {
    skip_blanks(text);
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\t')
        ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

} // namespace hitmap
