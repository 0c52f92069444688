#pragma once

#include "core/base/error.h"
#include "core/base/text/csv_row.h"
#include "core/base/text/printable.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/text_fields.h"
#include "core/trace/import/text_lines.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace hitmap {

/// The columns of a table, as its first line has them.
struct CsvColumns {
    std::string names;    ///< separated by commas, for messages
    char separator = ','; ///< of the fields of all rows
};

/// The columns of the table that begins with `start`. The names are empty if the line does not end there or
/// is no row.
[[nodiscard]] inline CsvColumns csv_columns(std::string_view start) {
    if (start.find('\n') == std::string_view::npos) return {};
    return {csv_header(start), csv_separator(start)};
}

/// Splits the rows of a piece of a table into fields (take_csv_field). Errors are FileError with file and
/// line.
class CsvFields {
public:
    /// @param file, columns  must outlive the object
    CsvFields(const LinePiece& piece, const std::string& file, const CsvColumns& columns)
        : left_(piece.text), line_(piece.first_line - 1), file_(file), columns_(columns) {}

    /// Goes to the next row, without empty lines and without the first line of the file, which has the names
    /// of the columns. Returns false at the end of the piece.
    bool next_row() {
        do {
            if (left_.empty()) return false;
            rest_ = take_line(left_);
            ++line_;
            if (rest_.size() > TextLines::most_line)
                refuse(fmt::format("expected at most {} bytes in a line, found more", TextLines::most_line));
        } while (rest_.empty() || line_ == 1);
        ended_ = false;
        return true;
    }
    [[nodiscard]] std::uint64_t line() const { return line_; }

    std::string_view field() {
        if (ended_) refuse(fmt::format("expected the fields {}, found fewer", columns_.names));
        const std::string_view left = rest_;
        const auto field = take_csv_field(rest_, columns_.separator);
        if (!field)
            refuse_field("a field whose quotation marks are closed, then a separator or the end of the line",
                         left);
        ended_ = field->is_last;
        return field->text;
    }
    /// Parses a field that is a decimal number, or a hexadecimal one after "0x", from `least` to
    /// `most`.
    /// @param what  "an SM", for messages
    template <class Number>
    Number number(std::string_view what, std::uint64_t most = std::numeric_limits<Number>::max(),
                  std::uint64_t least = 0) {
        const std::string_view text = field();
        std::string_view digits = text;
        std::uint64_t value = 0;
        if (!take_number(digits, value) || !digits.empty() || value > most || value < least)
            refuse_field(fmt::format("{} from {} to {}", what, least, most), text);
        return static_cast<Number>(value);
    }
    void expect_end_of_row() const {
        if (!ended_) refuse_field("the end of the line", rest_);
    }

    [[noreturn]] void refuse_field(std::string_view expected, std::string_view found) const {
        refuse(fmt::format("expected {}, found '{}'", expected, printable(found.substr(0, 60))));
    }
    [[noreturn]] void refuse(const std::string& message) const { refuse(file_, line_, message); }
    [[noreturn]] static void refuse(const std::string& file, std::uint64_t line, const std::string& message) {
        throw FileError(file, fmt::format("line {}", line), message);
    }

private:
    std::string_view left_; ///< the rows behind this one
    std::string_view rest_; ///< the fields of the row that are left
    std::uint64_t line_;
    const std::string& file_;
    const CsvColumns& columns_;
    bool ended_ = false; ///< the last field of the row was read
};

} // namespace hitmap
