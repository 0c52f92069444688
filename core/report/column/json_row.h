#pragma once

#include "core/report/column/report_column.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace hitmap {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// Null where there is no value.
template <class T>
[[nodiscard]] Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}
[[nodiscard]] Json json_of(const CellValue& value);

/// Puts the value where the column says.
void put_cell(Json& json, const ColumnInfo& column, const CellValue& value);
/// The columns of a row into an object, which may have other keys. Columns that are not in JSON are left out.
template <class Row>
void put_row(Json& json, const ReportColumns<Row>& columns, const Row& row) {
    for (const ReportColumn<Row>& column : columns)
        if (column.info.in.json) put_cell(json, column.info, column.value(row));
}

} // namespace hitmap
