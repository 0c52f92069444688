#include "core/report/column/csv_table.h"

#include "core/base/text/csv_cell.h"

#include <fmt/format.h>

#include <iterator>

namespace hitmap {

void append_csv_field(std::string& line, const CellValue& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) line += csv_cell(*text);
    if (const auto* number = std::get_if<double>(&value.value))
        fmt::format_to(std::back_inserter(line), "{:.9g}", *number);
    if (const auto* whole = std::get_if<std::uint64_t>(&value.value))
        fmt::format_to(std::back_inserter(line), "{}", *whole);
}

} // namespace hitmap
