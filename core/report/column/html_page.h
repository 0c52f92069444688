#pragma once

#include "core/report/column/report_column.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

// Pages for people: HTML without scripts, links to other places, clock values and names of machines. Text
// from outside is escaped; arguments with the name `html` are not.

/// Returns a whole page with an embedded style for light and dark screens.
/// @param title  text of the title and of the heading
/// @param html   what follows the heading
[[nodiscard]] std::string html_page(std::string_view title, std::string_view html);

/// Returns an element with a text, such as <p>TEXT</p>, and a line break.
[[nodiscard]] std::string html_element(std::string_view name, std::string_view text);

/// Returns a picture with its caption.
/// @param address  of the picture, relative to the page, or of png_address()
[[nodiscard]] std::string html_figure(std::string_view address, std::string_view caption);
/// The same for a picture that is a part of the page, such as the text of an SVG file.
[[nodiscard]] std::string html_figure_of(std::string_view html, std::string_view caption);
/// Returns a data URI (RFC 2397) with the bytes of a PNG file, so that the page needs no other file.
[[nodiscard]] std::string png_address(std::span<const std::uint8_t> png);

/// Returns a cell of a table: a number is the text of commands, with digits in groups, in a <data> element
/// whose value is that of CSV files; an undefined value is a dash.
[[nodiscard]] std::string html_cell(const ColumnInfo& column, const CellValue& value);
/// Returns the cell that begins a row and names it.
[[nodiscard]] std::string html_row_head(const ColumnInfo& column, const CellValue& value);
/// Returns the cell that begins a column.
[[nodiscard]] std::string html_column_head(const ColumnInfo& column);
/// Returns a table from its rows.
[[nodiscard]] std::string html_table_of(std::string_view caption, std::string_view html);

/// Returns a table of the columns; the first one names the rows.
template <class Row, class Rows>
[[nodiscard]] std::string html_table(std::string_view caption, const ReportColumns<Row>& columns,
                                     const Rows& rows) {
    std::string html = "<tr>";
    for (const ReportColumn<Row>& column : columns)
        html += html_column_head(column.info);
    html += "</tr>\n";
    for (const Row& row : rows) {
        html += "<tr>";
        for (const ReportColumn<Row>& column : columns)
            html += &column == &columns.front() ? html_row_head(column.info, column.value(row))
                                                : html_cell(column.info, column.value(row));
        html += "</tr>\n";
    }
    return html_table_of(caption, html);
}

} // namespace hitmap
