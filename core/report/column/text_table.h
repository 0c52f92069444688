#pragma once

#include "core/report/column/report_column.h"

#include <string>
#include <vector>

namespace hitmap {

/// As commands print it, in the C locale; a dash where it is undefined. Text from outside is made printable.
[[nodiscard]] std::string plain_text(const ColumnInfo& column, const CellValue& value);

struct PrintedCell {
    const ColumnInfo* column;
    std::string text;
};
/// A line of cells, each filled up to its column's width; what is left-aligned behind numbers is set off from
/// them. There are no spaces at its end.
[[nodiscard]] std::string printed_line(const std::vector<PrintedCell>& cells);
[[nodiscard]] const std::string& printed_title(const ColumnInfo& column);

/// The line of titles. Columns are those of the text alone: see columns_in().
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

/// Titles and a line for each of the rows.
template <class Row, class Rows>
[[nodiscard]] std::string text_table(const ReportColumns<Row>& columns, const Rows& rows) {
    std::string text = text_head(columns);
    for (const Row& row : rows)
        text += text_row(columns, row);
    return text;
}

} // namespace hitmap
