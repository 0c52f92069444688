#include "core/report/column/text_table.h"

#include "core/base/number_text.h"
#include "core/base/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

std::size_t width_of(const ColumnInfo& column) {
    constexpr std::size_t least = 12;
    return column.text.width != 0 ? column.text.width : std::max(least, printed_title(column).size() + 2);
}

bool is_left(const ColumnInfo& column) {
    if (column.text.alignment != Alignment::by_type) return column.text.alignment == Alignment::left;
    return column.type == CellType::text;
}

std::string number_text(const ColumnInfo& column, double number, const std::optional<PartOf>& of) {
    const int decimals = column.text.decimals;
    switch (column.type) {
    case CellType::rate:
        return percent_text(number, decimals);
    case CellType::points:
        return difference_text(100.0 * number, decimals) + " pp";
    case CellType::change:
        return signed_text(change_number(number, decimals)) + " %";
    case CellType::count:
        return of ? hits_text(number, of->whole) : to_string(count_number(number));
    case CellType::measure:
        return fmt::format("{:.4g}", number);
    case CellType::signed_count:
    case CellType::signed_bytes:
        return difference_text(number, decimals);
    default:
        return fixed_text(number, decimals);
    }
}

} // namespace

std::string plain_text(const ColumnInfo& column, const CellValue& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) return printable(*text);
    if (const auto* number = std::get_if<double>(&value.value)) return number_text(column, *number, value.of);
    if (const auto* whole = std::get_if<std::uint64_t>(&value.value))
        return column.type == CellType::address ? fmt::format("{:#014x}", *whole) : fmt::format("{}", *whole);
    return column.text.undefined;
}

const std::string& printed_title(const ColumnInfo& column) {
    return column.text.title.empty() ? column.title : column.text.title;
}

std::size_t characters_in(const std::string& text) {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

std::string printed_line(const std::vector<PrintedCell>& cells) {
    std::string line;
    bool behind_number = false;
    for (const auto& [column, text] : cells) {
        const std::size_t width = width_of(*column);
        const bool left = is_left(*column);
        if (left && behind_number)
            line += "  ";
        else if (!line.empty() && line.back() != ' ' && (left || characters_in(text) >= width))
            line += ' '; // a cell that is longer than its column does not run into the next one
        line += left ? fmt::format("{:<{}}", text, width) : fmt::format("{:>{}}", text, width);
        behind_number = !left;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

} // namespace hitmap
