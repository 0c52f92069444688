#include "widgets/table/table_cell.h"

#include "core/cache/results/allocation_sums.h"
#include "widgets/base/format.h"

#include <QtCore/QLocale>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// `value` must be a whole number of bytes.
QString signed_bytes_text(double value) {
    const QString text = bytes_text(static_cast<std::uint64_t>(std::abs(value)));
    return value < 0.0 ? QStringLiteral("−") + text : value > 0.0 ? QStringLiteral("+") + text : text;
}

QString address_text(std::uint64_t address) {
    constexpr int digits = 12; // a GPU's addresses have 48 bits
    return QStringLiteral("0x%1").arg(address, digits, 16, QLatin1Char('0'));
}

/// Hits and misses are fractions in models with probabilities of hits.
QString count_text_of(double value) {
    return fixed_number(value, count_decimals(value));
}

/// Returns the decimals of a count; 0 for other cells.
int usual_decimals(const TableCell& cell) {
    const auto* const value = std::get_if<double>(&cell.value);
    return value != nullptr && cell.shown.isEmpty() && cell.type == CellType::count ? count_decimals(*value)
                                                                                    : 0;
}

/// Does nothing if the cell is no count.
void set_decimals(TableCell& cell, int decimals) {
    const std::optional<double> value = cell_number(cell);
    if (value && cell.shown.isEmpty() && cell.type == CellType::count)
        cell.shown = fixed_number(*value, decimals);
}

QString mean_text(double value) {
    const bool scientific = value != 0.0 && (std::abs(value) < 1e-5 || std::abs(value) >= 1e7);
    return scientific ? QLocale().toString(value, 'e', 2) : fixed_number(value, 2);
}

} // namespace

TableCell text_cell(const QString& text, const QString& detail) {
    TableCell cell;
    if (!text.isEmpty()) cell.value = text;
    cell.detail = detail;
    return cell;
}

TableCell count_cell(std::uint64_t count) {
    return {CellType::count, count, {}};
}

TableCell bytes_cell(std::uint64_t bytes) {
    return {CellType::bytes, bytes, QStringLiteral("%1 B").arg(count_text(bytes))};
}

TableCell address_cell(std::uint64_t address) {
    return {CellType::address, address, {}};
}

TableCell rate_cell(const LevelSums& sums) {
    if (sums.lookups == 0) return {CellType::rate, {}, {}};
    const double rate = sums.hit_count() / static_cast<double>(sums.lookups);
    return {CellType::rate, rate, hits_of_lookups_text(sums)};
}

TableCell share_cell(std::uint64_t a, std::uint64_t b) {
    if (b == 0) return {CellType::rate, {}, {}};
    return {CellType::rate, static_cast<double>(a) / static_cast<double>(b),
            QStringLiteral("%1 of %2").arg(count_text(a), count_text(b))};
}

TableCell number_cell(CellType type, std::optional<double> value, const QString& detail) {
    TableCell cell{type, {}, detail};
    if (value && !std::isnan(*value)) cell.value = *value;
    return cell;
}

std::optional<double> defined_misses(const LevelSums& sums) {
    if (sums.lookups == 0) return std::nullopt;
    return sums.miss_count();
}

std::optional<double> defined_hits(const LevelSums& sums) {
    if (sums.lookups == 0) return std::nullopt;
    return sums.hit_count();
}

std::optional<double> mean_reuse_distance(const LevelSums& sums) {
    if (sums.lookups == sums.cold) return std::nullopt;
    return static_cast<double>(sums.distance_sum) / static_cast<double>(sums.lookups - sums.cold);
}

QString cell_text(const TableCell& cell) {
    if (!cell.defined()) return undefined_text();
    if (!cell.shown.isEmpty()) return cell.shown;
    if (const auto* text = std::get_if<QString>(&cell.value)) return *text;
    if (const auto* whole = std::get_if<std::uint64_t>(&cell.value)) {
        if (cell.type == CellType::bytes) return bytes_text(*whole);
        if (cell.type == CellType::address) return address_text(*whole);
        return count_text(*whole);
    }
    const double value = std::get<double>(cell.value);
    switch (cell.type) {
    case CellType::rate:
        return percentage(value);
    case CellType::points:
        return signed_text(value * 100.0, 1) + QStringLiteral(" pp");
    case CellType::change:
        return signed_number(change_number(value)) + QStringLiteral(" %");
    case CellType::signed_count:
        return signed_text(value, 0);
    case CellType::signed_bytes:
        return signed_bytes_text(value);
    case CellType::count:
        return count_text_of(value);
    case CellType::measure:
        return value >= 1e4 && value < 1e9 ? QLocale().toString(value, 'f', 0)
                                           : QLocale().toString(value, 'g', 4);
    default:
        return mean_text(value);
    }
}

QString part_of_text(const TableCell& part, const TableCell& whole) {
    const std::optional<double> most = cell_number(whole);
    if (!part.defined() || most == 0.0) return undefined_text();
    const auto* const value = std::get_if<double>(&part.value);
    const bool is_count = value != nullptr && part.type == CellType::count && part.shown.isEmpty();
    const QString text = is_count && most ? number_text(hits_number(*value, *most)) : cell_text(part);
    return QStringLiteral("%1 of %2").arg(text, cell_text(whole));
}

void align_decimals(std::vector<std::vector<TableCell>>& rows) {
    const std::size_t columns = rows.empty() ? 0 : rows.front().size();
    for (std::size_t column = 0; column < columns; ++column) {
        int decimals = 0;
        for (const std::vector<TableCell>& row : rows)
            decimals = std::max(decimals, usual_decimals(row[column]));
        if (decimals == 0) continue;
        for (std::vector<TableCell>& row : rows)
            set_decimals(row[column], decimals);
    }
}

std::optional<double> cell_number(const TableCell& cell) {
    if (const auto* whole = std::get_if<std::uint64_t>(&cell.value)) return static_cast<double>(*whole);
    if (const auto* value = std::get_if<double>(&cell.value)) return *value;
    return std::nullopt;
}

std::optional<double> shown_number(const TableCell& cell) {
    auto number = cell_number(cell);
    const bool percent =
        cell.type == CellType::rate || cell.type == CellType::points || cell.type == CellType::change;
    if (number && percent) *number *= 100.0;
    return number;
}

QString csv_field(const TableCell& cell) {
    if (!cell.defined()) return {};
    if (const auto* text = std::get_if<QString>(&cell.value)) {
        QString quoted = *text;
        const bool needs_quotes = quoted.contains(QLatin1Char(',')) || quoted.contains(QLatin1Char('"')) ||
                                  quoted.contains(QLatin1Char('\n')) || quoted.contains(QLatin1Char('\r'));
        if (!needs_quotes) return quoted;
        quoted.replace(QLatin1Char('"'), QStringLiteral("\"\""));
        return QLatin1Char('"') + quoted + QLatin1Char('"');
    }
    if (const auto* whole = std::get_if<std::uint64_t>(&cell.value)) {
        if (cell.type == CellType::address) return address_text(*whole);
        return QString::number(static_cast<qulonglong>(*whole));
    }
    // The shortest text that is parsed as the same number.
    return QString::fromStdString(fmt::format("{}", std::get<double>(cell.value)));
}

int compare_cells(const TableCell& a, const TableCell& b) {
    const auto* text_a = std::get_if<QString>(&a.value);
    const auto* text_b = std::get_if<QString>(&b.value);
    if (text_a != nullptr && text_b != nullptr) {
        const int order = QString::localeAwareCompare(*text_a, *text_b);
        return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    if (text_a != nullptr || text_b != nullptr) return text_a != nullptr ? 1 : -1;
    const auto* whole_a = std::get_if<std::uint64_t>(&a.value);
    const auto* whole_b = std::get_if<std::uint64_t>(&b.value);
    if (whole_a != nullptr && whole_b != nullptr) return *whole_a < *whole_b ? -1 : *whole_a > *whole_b;
    const double x = *cell_number(a);
    const double y = *cell_number(b);
    return x < y ? -1 : x > y ? 1 : 0;
}

} // namespace hitmap
