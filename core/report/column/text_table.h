#pragma once

#include "core/report/column/report_column.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace hitmap {

/// Formats a value as commands print it, in the C locale; undefined values are dashes. Control characters in
/// text are escaped.
[[nodiscard]] std::string plain_text(const ColumnInfo& column, const CellValue& value);

struct PrintedCell {
    const ColumnInfo* column;
    std::string text;
};
/// Returns a line of cells, each padded to the width of its column. A left-aligned cell after a number is
/// separated by spaces, and so is a cell after one that is longer than its column. The line does not end with
/// spaces.
[[nodiscard]] std::string printed_line(const std::vector<PrintedCell>& cells);
[[nodiscard]] const std::string& printed_title(const ColumnInfo& column);

/// Returns the line of titles. `columns` must only contain columns of text tables: see columns_in().
template <class Row>
[[nodiscard]] std::string text_head(const ReportColumns<Row>& columns) {
    std::vector<PrintedCell> cells;
    for (const ReportColumn<Row>& column : columns)
        cells.push_back({&column.info, printed_title(column.info)});
    return printed_line(cells);
}

template <class Row>
[[nodiscard]] std::string text_row(const ReportColumns<Row>& columns, const Row& row) {
    std::vector<PrintedCell> cells;
    for (const ReportColumn<Row>& column : columns)
        cells.push_back({&column.info, plain_text(column.info, column.value(row))});
    return printed_line(cells);
}

/// Characters of a text in UTF-8.
[[nodiscard]] std::size_t characters_in(const std::string& text);

/// Widens the columns of text so that the longest value and a space fit. text_table() does so; tables whose
/// lines are made one by one need it where values, such as names, may be long.
template <class Row, class Rows>
[[nodiscard]] ReportColumns<Row> widened(ReportColumns<Row> columns, const Rows& rows) {
    for (ReportColumn<Row>& column : columns) {
        if (column.info.type != CellType::text) continue;
        std::size_t longest = 0;
        for (const Row& row : rows)
            longest = std::max(longest, characters_in(plain_text(column.info, column.value(row))));
        column.info.text.width = std::max(column.info.text.width, longest + 1);
    }
    return columns;
}

/// Returns the line of titles and a line for each row. Columns of text are as wide as their longest value.
template <class Row, class Rows>
[[nodiscard]] std::string text_table(const ReportColumns<Row>& columns, const Rows& rows) {
    const ReportColumns<Row> wide = widened(columns, rows);
    std::string text = text_head(wide);
    for (const Row& row : rows)
        text += text_row(wide, row);
    return text;
}

} // namespace hitmap
