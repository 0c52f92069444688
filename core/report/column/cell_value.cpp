#include "core/report/column/cell_value.h"

namespace hitmap {

CellValue quotient(double part, double whole) {
    CellValue value;
    if (whole == 0.0) return value;
    value = part / whole;
    value.of = PartOf{part, whole};
    return value;
}

CellValue quotient(std::uint64_t part, std::uint64_t whole) {
    return quotient(static_cast<double>(part), static_cast<double>(whole));
}

CellValue part_of(CellValue part, double whole) {
    const auto* count = std::get_if<std::uint64_t>(&part.value);
    part.of = PartOf{count != nullptr ? static_cast<double>(*count) : std::get<double>(part.value), whole};
    return part;
}

} // namespace hitmap
