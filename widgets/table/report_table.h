#pragma once

#include "core/report/column/report_column.h"
#include "widgets/table/table_model.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace hitmap {

/// Position of a column in the window. Columns are named by their keys.
struct ColumnPlace {
    std::string_view key;
    std::string_view below{}; ///< the column shown below it, as TableColumn::below
    std::string_view of{};    ///< the column shown after it, as TableColumn::of
    bool shown = true;        ///< visible until the user changes that
};
using ColumnPlaces = std::vector<ColumnPlace>;

/// @param translated  returns a text in the user's language
[[nodiscard]] TableColumn table_column(const ColumnInfo& column, QString (*translated)(const char*));
/// The detail of a rate is its numerator and denominator.
[[nodiscard]] TableCell table_cell(const ColumnInfo& column, const CellValue& value);
/// Sets `below`, `of` and `shown` of the columns that are named in `places`.
void stack_columns(std::vector<TableColumn>& columns, const ColumnPlaces& places);

/// Returns the columns of the window in the order of `places`; see columns_in().
template <class Row>
[[nodiscard]] ReportColumns<Row> window_columns(const ReportColumns<Row>& columns,
                                                const ColumnPlaces& places) {
    std::vector<std::string_view> order(places.size());
    std::transform(places.begin(), places.end(), order.begin(),
                   [](const ColumnPlace& place) { return place.key; });
    return columns_in(columns, &ReportPlaces::window, order);
}

/// @param columns  from window_columns()
template <class Row>
[[nodiscard]] std::vector<TableColumn> table_columns(const ReportColumns<Row>& columns,
                                                     const ColumnPlaces& places,
                                                     QString (*translated)(const char*)) {
    std::vector<TableColumn> table;
    for (const ReportColumn<Row>& column : columns)
        table.push_back(table_column(column.info, translated));
    stack_columns(table, places);
    return table;
}

template <class Row>
[[nodiscard]] TableRow table_row(const ReportColumns<Row>& columns, const Row& row) {
    TableRow cells;
    for (const ReportColumn<Row>& column : columns)
        cells.push_back(table_cell(column.info, column.value(row)));
    return cells;
}

} // namespace hitmap
