#include "core/report/column/json_row.h"

namespace hitmap {

Json json_of(const CellValue& value) {
    if (!value.defined()) return nullptr;
    if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
    if (const auto* whole = std::get_if<std::uint64_t>(&value.value)) return *whole;
    return std::get<double>(value.value);
}

void put_cell(Json& json, const ColumnInfo& column, const CellValue& value) {
    if (column.json_path.empty())
        json[column.key] = json_of(value);
    else
        json[Json::json_pointer(column.json_path)] = json_of(value);
}

} // namespace hitmap
