#include "widgets/comparison/compared_cells.h"

#include "widgets/base/format.h"

#include <utility>

namespace hitmap {

namespace {

/// The unit of the displayed numbers.
struct Scale {
    double unit = 1.0; ///< the value of a displayed 1
    QString suffix;
    QString difference_suffix;
    AgreeingNumbers agreeing;
};

Scale scale_of_bytes(double a, double b) {
    const AgreeingSizes sizes = agreeing_sizes(a, b);
    const QString suffix = QLatin1Char(' ') + text_of(sizes.unit.name);
    return {sizes.unit.bytes, suffix, suffix, sizes.numbers};
}

Scale scale_of(const ComparedValue& value, ComparedUnit unit) {
    const double a = value.a.value_or(0.0);
    const double b = value.b.value_or(0.0);
    switch (unit) {
    case ComparedUnit::bytes:
        return scale_of_bytes(a, b);
    case ComparedUnit::rate:
        return {0.01, QStringLiteral(" %"), QStringLiteral(" pp"), agreeing_percents(a, b)};
    case ComparedUnit::count:
        break;
    }
    return {1.0, {}, {}, agreeing_counts(a, b)};
}

QString side_text(double value, ComparedUnit unit, const Scale& scale) {
    // A rate below 100 % must not be rounded to 100 %.
    if (unit == ComparedUnit::rate)
        return number_text(percent_number(value, scale.agreeing.decimals)) + scale.suffix;
    return fixed_number(value / scale.unit, scale.agreeing.decimals) + scale.suffix;
}

} // namespace

TableRow compared_cells(const ComparedValue& value, ComparedUnit unit, const QString& detail_a,
                        const QString& detail_b) {
    const bool bytes = unit == ComparedUnit::bytes;
    const bool rate = unit == ComparedUnit::rate;
    const CellType type = bytes ? CellType::bytes : rate ? CellType::rate : CellType::count;
    const CellType difference_type = bytes  ? CellType::signed_bytes
                                     : rate ? CellType::points
                                            : CellType::signed_count;
    TableCell a = number_cell(type, value.a, detail_a);
    TableCell b = number_cell(type, value.b, detail_b);
    TableCell difference =
        number_cell(difference_type, value.difference, value.difference ? QString() : detail_a);
    const Scale scale = scale_of(value, unit);
    for (const auto& [cell, side] : {std::pair(&a, value.a), std::pair(&b, value.b)}) {
        if (!side) continue;
        cell->shown = side_text(*side, unit, scale);
        if (!bytes) continue;
        const auto whole = static_cast<std::uint64_t>(*side);
        cell->value = whole;
        if (cell->detail.isEmpty()) cell->detail = QStringLiteral("%1 B").arg(count_text(whole));
    }
    if (value.difference)
        difference.shown =
            signed_text(scale.agreeing.difference, scale.agreeing.decimals) + scale.difference_suffix;
    std::optional<double> change;
    if (!rate && value.difference && value.a && *value.a != 0.0) change = *value.difference / *value.a;
    return {std::move(a), std::move(b), std::move(difference), number_cell(CellType::change, change)};
}

} // namespace hitmap
