#pragma once

#include "core/report/column/report_column.h"

#include <string>

namespace hitmap {

/// Appends a field to the fields before it. Text is quoted if necessary, whole numbers are written exactly,
/// other numbers with nine significant digits; undefined values are empty.
void append_csv_field(std::string& line, const CellValue& value);

/// Return the names of the columns or the fields of a row, separated by commas and without a line break.
/// Columns that are not in CSV files are left out.
template <class Row>
[[nodiscard]] std::string csv_names(const ReportColumns<Row>& columns) {
    std::string line;
    for (const ReportColumn<Row>& column : columns)
        if (column.info.in.csv) line += (line.empty() ? "" : ",") + column.info.key;
    return line;
}

template <class Row>
[[nodiscard]] std::string csv_fields(const ReportColumns<Row>& columns, const Row& row) {
    std::string line;
    bool first = true;
    for (const ReportColumn<Row>& column : columns) {
        if (!column.info.in.csv) continue;
        if (!first) line += ',';
        first = false;
        append_csv_field(line, column.value(row));
    }
    return line;
}

} // namespace hitmap
