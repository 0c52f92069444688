#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The first field of what is left of a row.
struct CsvField {
    /// Without blanks around it and without quotation marks around it; two quotation marks inside of a field
    /// in quotation marks stand for one (see unquoted()).
    std::string_view text;
    bool is_last = false;
};

/// Removes the first field and the separator behind it from a row of a table, as in RFC 4180: a field in
/// quotation marks may contain separators. Blanks and tabs around a field do not belong to it.
/// @return nothing if a quotation mark is not closed or is followed by text; `row` is unspecified then
[[nodiscard]] std::optional<CsvField> take_csv_field(std::string_view& row, char separator);

/// A field without the doubling of its quotation marks.
[[nodiscard]] std::string unquoted(std::string_view field);

/// The fields of a row. Nothing if take_csv_field() refuses one or there are more than `most`.
[[nodiscard]] std::optional<std::vector<std::string>> csv_fields_of(std::string_view row, char separator,
                                                                    std::size_t most = 65536);

/// The separator of a table with this first row: the comma or the semicolon, whichever occurs first outside
/// of quotation marks; a comma if there is neither. Spreadsheets write semicolons where the comma is the
/// decimal point.
[[nodiscard]] char csv_separator(std::string_view header);

/// The header as programs of this project write it: its fields, separated by commas, without quotation marks.
/// The mark of UTF-8 and the end of the line are left out. Empty if it is no row.
[[nodiscard]] std::string csv_header(std::string_view line);

} // namespace hitmap
