#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/report/column/cell_value.h"

#include <QtCore/QString>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace hitmap {

/// A cell. Its text, its order and its CSV field are computed from its value.
struct TableCell {
    CellType type = CellType::text;
    /// std::monostate: undefined, which is an en dash, an empty field in CSV, and last in every order.
    std::variant<std::monostate, QString, std::uint64_t, double> value;
    QString detail;  ///< for a tool tip
    QString shown{}; ///< text that replaces the usual one; empty: formatted by type and value

    [[nodiscard]] bool defined() const { return !std::holds_alternative<std::monostate>(value); }
    [[nodiscard]] bool is_text() const { return type == CellType::text; }
    friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// Make cells. An empty text is undefined.
[[nodiscard]] TableCell text_cell(const QString& text, const QString& detail = {});
[[nodiscard]] TableCell count_cell(std::uint64_t count);
[[nodiscard]] TableCell bytes_cell(std::uint64_t bytes);
[[nodiscard]] TableCell address_cell(std::uint64_t address);
/// Undefined without look-ups. The detail shows hits and look-ups.
[[nodiscard]] TableCell rate_cell(const LevelSums& sums);
/// Share of a in b; undefined if b is 0.
[[nodiscard]] TableCell share_cell(std::uint64_t a, std::uint64_t b);
/// NaN is undefined, too.
[[nodiscard]] TableCell number_cell(CellType type, std::optional<double> value, const QString& detail = {});

/// Return misses and hits of a level; no value without look-ups.
[[nodiscard]] std::optional<double> defined_misses(const LevelSums& sums);
[[nodiscard]] std::optional<double> defined_hits(const LevelSums& sums);
/// Returns the mean over look-ups that are not cold; no value if there are none.
[[nodiscard]] std::optional<double> mean_reuse_distance(const LevelSums& sums);

/// Formats the value for users, in their locale.
[[nodiscard]] QString cell_text(const TableCell& cell);
/// "7 of 12" for a part and the whole that it is of, with a dash for a part of nothing. A part that is
/// neither nothing nor all does not read as if it were.
[[nodiscard]] QString part_of_text(const TableCell& part, const TableCell& whole);
/// Gives the fractional counts of each column as many decimals as the one among them that needs the most, so
/// that they can be compared down the column. The rows must have the same columns.
void align_decimals(std::vector<std::vector<TableCell>>& rows);
/// Returns the value as a number for comparisons; no value for text and undefined cells.
[[nodiscard]] std::optional<double> cell_number(const TableCell& cell);
/// Returns the number as it is shown, 87.3 for "87.3 %". Users type such numbers to compare with.
[[nodiscard]] std::optional<double> shown_number(const TableCell& cell);
/// Returns a field of a CSV file: C locale, full precision, quoted if necessary.
[[nodiscard]] QString csv_field(const TableCell& cell);
/// Compares by value and returns -1, 0 or 1. Text is compared by the locale; numbers come before text. Both
/// must be defined.
[[nodiscard]] int compare_cells(const TableCell& a, const TableCell& b);

} // namespace hitmap
