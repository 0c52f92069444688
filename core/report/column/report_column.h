#pragma once

#include "core/report/column/cell_value.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// The outputs that have a column. By default, all outputs of its kind of row.
struct ReportPlaces {
    bool text = true; ///< tables printed by commands
    bool json = true;
    bool csv = true;    ///< files written by commands
    bool window = true; ///< tables of the window, and CSV files saved from them
};

/// By type: text is left-aligned, numbers are right-aligned.
enum class Alignment : std::uint8_t { by_type, left, right };

/// Format of a column in text tables of commands.
struct TextLayout {
    std::string title{}; ///< empty: the title of ColumnInfo
    /// Characters, including the space before a number; 0: as wide as the title, 12 or more.
    std::size_t width = 0;
    int decimals = 1; ///< for rates, and for numbers that are not whole
    std::string undefined = "-";
    Alignment alignment = Alignment::by_type;
};

/// The properties of a column that do not depend on the type of its rows.
struct ColumnInfo {
    std::string key;     ///< name in JSON and CSV, with the unit if it has one: "l1_bytes"
    std::string title{}; ///< title for users: "L1 bytes"
    CellType type = CellType::count;
    ReportPlaces in{};
    TextLayout text{};
    std::string help{};      ///< explanation for a tool tip
    std::string of{};        ///< what CellValue::of counts: "misses"
    std::string json_path{}; ///< a JSON pointer if the value is not under `key`: "/l1_misses/cold"
};

/// A column of a table whose rows are made from values of `Row`. This is its only description, for all
/// outputs.
template <class Row>
struct ReportColumn {
    ColumnInfo info;
    std::function<CellValue(const Row&)> value;
};

/// Returns a column that only exists in text tables of commands.
template <class Row>
[[nodiscard]] ReportColumn<Row> text_column(const std::string& title, std::size_t width, CellType type,
                                            std::function<CellValue(const Row&)> value) {
    return {{.key = title, .type = type, .text = {title, width}}, std::move(value)};
}

template <class Row>
using ReportColumns = std::vector<ReportColumn<Row>>;

/// Returns the column with this key, which must exist.
template <class Row>
[[nodiscard]] ColumnInfo& column_named(ReportColumns<Row>& columns, std::string_view key) {
    return std::find_if(columns.begin(), columns.end(),
                        [&](const ReportColumn<Row>& column) { return column.info.key == key; })
        ->info;
}

/// Returns the columns of one output. An output can have an order of its own: columns in `order` follow one
/// another in that order, and the others keep their places.
/// @param place  the output, such as &ReportPlaces::text
template <class Row>
[[nodiscard]] ReportColumns<Row> columns_in(const ReportColumns<Row>& columns, bool ReportPlaces::*place,
                                            const std::vector<std::string_view>& order = {}) {
    const auto named = [&](const ReportColumn<Row>& column) {
        return std::find(order.begin(), order.end(), column.info.key);
    };
    ReportColumns<Row> ordered;
    for (const ReportColumn<Row>& column : columns)
        if (column.info.in.*place && named(column) != order.end()) ordered.push_back(column);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](const auto& a, const auto& b) { return named(a) < named(b); });
    auto next = ordered.begin();
    ReportColumns<Row> shown;
    for (const ReportColumn<Row>& column : columns)
        if (column.info.in.*place) shown.push_back(named(column) == order.end() ? column : *next++);
    return shown;
}

} // namespace hitmap
