#pragma once

#include "core/report/column/report_column.h"
#include "widgets/table/table_model.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace hitmap {

/// Where a column stands in the window, by keys.
struct ColumnPlace {
    std::string_view key;
    std::string_view below{}; ///< the column that is written under it, as TableColumn::below
    std::string_view of{};    ///< the column that is written behind it, as TableColumn::of
    bool shown = true;        ///< until the user chooses otherwise
};
using ColumnPlaces = std::vector<ColumnPlace>;

/// @param translated  gives a text of the program in the user's language
[[nodiscard]] TableColumn table_column(const ColumnInfo& column, QString (*translated)(const char*));
/// What a rate is made of is the detail.
[[nodiscard]] TableCell table_cell(const ColumnInfo& column, const CellValue& value);
/// Sets `below`, `of` and `shown` of the columns that are named there.
void stack_columns(std::vector<TableColumn>& columns, const ColumnPlaces& places);

/// The columns of the window in the order of `places`; see columns_in().
template <class Row>
[[nodiscard]] ReportColumns<Row> window_columns(const ReportColumns<Row>& columns,
                                                const ColumnPlaces& places) {
    std::vector<std::string_view> order(places.size());
    std::transform(places.begin(), places.end(), order.begin(),
                   [](const ColumnPlace& place) { return place.key; });
    return columns_in(columns, &ReportPlaces::window, order);
}

/// @param columns  window_columns()
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
