#pragma once

#include "core/report/column/report_column.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace hitmap {

/// JSON whose keys keep the order in which they are inserted.
using Json = nlohmann::ordered_json;

/// Formats JSON for output. Bytes that are not UTF-8, such as in file names, are replaced.
[[nodiscard]] inline std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

/// Converts to JSON; null if there is no value.
template <class T>
[[nodiscard]] Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}
[[nodiscard]] Json json_of(const CellValue& value);

/// Puts the value at the key or path of the column.
void put_cell(Json& json, const ColumnInfo& column, const CellValue& value);
/// Puts the columns of a row into an object, which may have other keys. Columns that are not in JSON are left
/// out.
template <class Row>
void put_row(Json& json, const ReportColumns<Row>& columns, const Row& row) {
    for (const ReportColumn<Row>& column : columns)
        if (column.info.in.json) put_cell(json, column.info, column.value(row));
}

} // namespace hitmap
