#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/report/column/cell_value.h"

#include <QtCore/QString>

#include <cstdint>
#include <optional>
#include <variant>

namespace hitmap {

/// A cell: its value, from which text, order and CSV follow.
struct TableCell {
    CellType type = CellType::text;
    /// Nothing: undefined, which is an en dash, an empty field of a CSV, and last in every order.
    std::variant<std::monostate, QString, std::uint64_t, double> value;
    QString detail;  ///< for a tool tip
    QString shown{}; ///< how it is written beside others; empty: as its type and value say

    [[nodiscard]] bool defined() const { return !std::holds_alternative<std::monostate>(value); }
    [[nodiscard]] bool is_text() const { return type == CellType::text; }
    friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// Empty text is undefined.
[[nodiscard]] TableCell text_cell(const QString& text, const QString& detail = {});
[[nodiscard]] TableCell count_cell(std::uint64_t count);
[[nodiscard]] TableCell bytes_cell(std::uint64_t bytes);
[[nodiscard]] TableCell address_cell(std::uint64_t address);
/// Undefined without look-ups; hits and look-ups are the detail.
[[nodiscard]] TableCell rate_cell(const LevelSums& sums);
/// Of a in b; undefined where b is 0.
[[nodiscard]] TableCell share_cell(std::uint64_t a, std::uint64_t b);
/// NaN is undefined too.
[[nodiscard]] TableCell number_cell(CellType type, std::optional<double> value, const QString& detail = {});

/// Misses of a level; undefined without look-ups.
[[nodiscard]] std::optional<double> defined_misses(const LevelSums& sums);
[[nodiscard]] std::optional<double> defined_hits(const LevelSums& sums);
/// Over look-ups that are not cold; undefined without them.
[[nodiscard]] std::optional<double> mean_reuse_distance(const LevelSums& sums);

/// For a person, in the user's locale.
[[nodiscard]] QString cell_text(const TableCell& cell);
/// The value as a number, for comparing; nothing for text and undefined.
[[nodiscard]] std::optional<double> cell_number(const TableCell& cell);
/// The number as it is written, 87.3 for "87.3 %": what a person types to compare with.
[[nodiscard]] std::optional<double> shown_number(const TableCell& cell);
/// A field of a CSV: C locale, full precision, quoted where necessary.
[[nodiscard]] QString csv_field(const TableCell& cell);
/// -1, 0, 1 by value: text by the locale, numbers before text. Both must be defined.
[[nodiscard]] int compare_cells(const TableCell& a, const TableCell& b);

} // namespace hitmap
