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

/// The outputs that a column is in: all of those in which its kind of row is shown, unless it says otherwise.
struct ReportPlaces {
    bool text = true; ///< tables that commands print
    bool json = true;
    bool csv = true;    ///< files that commands write
    bool window = true; ///< tables of the window, and the CSV files that it saves of them
};

enum class Alignment : std::uint8_t { by_type, left, right }; ///< by type: text left, numbers right

/// How a column is printed by commands.
struct TextLayout {
    std::string title{};   ///< empty: as in the window
    std::size_t width = 0; ///< characters, with the space before a number; 0: as its title needs, 12 or more
    int decimals = 1;      ///< of numbers that are not whole, and of rates
    std::string undefined = "-";
    Alignment alignment = Alignment::by_type;
};

/// What a column is, whatever its rows.
struct ColumnInfo {
    std::string key;     ///< for programs: in JSON and CSV, with the unit where it has one: "l1_bytes"
    std::string title{}; ///< for people: "L1 bytes"
    CellType type = CellType::count;
    ReportPlaces in{};
    TextLayout text{};
    std::string help{};      ///< what is in it, for a tool tip
    std::string of{};        ///< what CellValue::of counts: "misses"
    std::string json_path{}; ///< where its value is not under `key`: a JSON pointer, "/l1_misses/cold"
};

/// A column of a table whose rows are made from values of `Row`: its only description, for all outputs.
template <class Row>
struct ReportColumn {
    ColumnInfo info;
    std::function<CellValue(const Row&)> value;
};

/// A column of tables that commands print and nothing else has.
template <class Row>
[[nodiscard]] ReportColumn<Row> text_column(const std::string& title, std::size_t width, CellType type,
                                            std::function<CellValue(const Row&)> value) {
    return {{.key = title, .type = type, .text = {title, width}}, std::move(value)};
}

template <class Row>
using ReportColumns = std::vector<ReportColumn<Row>>;

/// The column with this key, which is there.
template <class Row>
[[nodiscard]] ColumnInfo& column_named(ReportColumns<Row>& columns, std::string_view key) {
    return std::find_if(columns.begin(), columns.end(),
                        [&](const ReportColumn<Row>& column) { return column.info.key == key; })
        ->info;
}

/// The columns of one output, for outputs that have another order than the others: columns that are named
/// follow one another as they are named here, the rest stay where they are.
/// @param place  &ReportPlaces::text, for instance
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
