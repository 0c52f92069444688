#include "widgets/table/report_table.h"

#include "widgets/base/format.h"

namespace hitmap {

namespace {

QString detail_of(const ColumnInfo& column, const PartOf& of) {
    if (of.whole == 0.0) return {};
    const QString whole = column.of.empty()
                              ? fixed_number(of.whole, 0)
                              : fixed_number(of.whole, 0) + QLatin1Char(' ') + text_of(column.of);
    if (column.type == CellType::rate)
        return QStringLiteral("%1 of %2").arg(number_text(hits_number(of.part, of.whole)), whole);
    // The hits of a rate are in the column beside it.
    return column.of.empty() ? QString()
                             : QStringLiteral("%1 of %2").arg(percentage(of.part / of.whole), whole);
}

} // namespace

TableColumn table_column(const ColumnInfo& column, QString (*translated)(const char*)) {
    return {translated(column.title.c_str()), text_of(column.key), true,
            column.help.empty() ? QString() : translated(column.help.c_str())};
}

TableCell table_cell(const ColumnInfo& column, const CellValue& value) {
    TableCell cell{column.type, {}, {}};
    if (const auto* text = std::get_if<std::string>(&value.value)) return text_cell(text_of(*text));
    if (const auto* number = std::get_if<double>(&value.value)) cell = number_cell(column.type, *number);
    if (const auto* whole = std::get_if<std::uint64_t>(&value.value)) {
        if (column.type == CellType::bytes) return bytes_cell(*whole);
        cell.value = *whole;
    }
    if (value.of && cell.defined()) cell.detail = detail_of(column, *value.of);
    return cell;
}

void stack_columns(std::vector<TableColumn>& columns, const ColumnPlaces& places) {
    const auto index_of = [&](std::string_view key) -> std::optional<std::size_t> {
        const auto found = std::find_if(columns.begin(), columns.end(), [&](const TableColumn& column) {
            return column.csv_name == text_of(key);
        });
        if (key.empty() || found == columns.end()) return std::nullopt;
        return static_cast<std::size_t>(found - columns.begin());
    };
    for (const ColumnPlace& place : places) {
        const auto column = index_of(place.key);
        if (!column) continue;
        columns[*column].below = index_of(place.below);
        columns[*column].of = index_of(place.of);
        columns[*column].shown = place.shown;
    }
}

} // namespace hitmap
