#pragma once

#include "core/base/text/byte_order_mark.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Parses a decimal number, rounded once: "1.5", "+2", "-3e-4", "nan", "inf". Numbers that are too large
/// become infinite, numbers that are too small become 0. Returns nothing if the whole text is not a
/// number.
[[nodiscard]] std::optional<float> real_number(std::string_view text);
/// As real_number(), in double. Rounding the result to float gives the result of real_number(): where the
/// double next to the text lies between two floats, at the same distance from both, the next double on the
/// side of the text takes its place.
[[nodiscard]] std::optional<double> exact_number(std::string_view text);
/// Parses a whole number with an optional sign. Returns nothing if the text is not one, or does not fit.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text);

/// Splits a text into lines, and lines into words at white space.
class LineReader {
public:
    /// @param first_line  number of the first line; a byte order mark before line 1 is passed over
    explicit LineReader(std::string_view text, std::size_t first_line = 1)
        : rest_(first_line == 1 ? without_byte_order_mark(text) : text), next_line_(first_line) {}

    /// Moves to the next line; returns false if there is none.
    bool next();
    /// Returns the next word of the line; empty if there is none.
    std::string_view word();
    /// The part of the line that has not been read.
    [[nodiscard]] std::string_view rest_of_line() const { return line_; }
    void replace_line(std::string_view line) { line_ = line; }
    [[nodiscard]] std::size_t line_number() const { return next_line_ - 1; }
    /// Number of bytes after the line.
    [[nodiscard]] std::size_t bytes_left() const { return rest_.size(); }
    /// "line 7"
    [[nodiscard]] std::string place() const { return "line " + std::to_string(line_number()); }

private:
    std::string_view rest_;
    std::string_view line_;
    std::size_t next_line_;
};

/// A word as messages show it: shortened, in quotation marks; "nothing" if it is empty.
[[nodiscard]] std::string in_quotes(std::string_view word);

} // namespace hitmap
