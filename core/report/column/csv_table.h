#pragma once

#include "core/report/column/report_column.h"

#include <string>

namespace hitmap {

/// Appends a field to those before it: text quoted where it has to be, whole numbers as they are, others with
/// nine significant digits, nothing where it is undefined.
void append_csv_field(std::string& line, const CellValue& value);

/// The fields of a row, or the names of the columns, with commas between them; no line break. Columns that
/// are not in CSV files are left out.
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
