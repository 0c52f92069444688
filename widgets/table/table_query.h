#pragma once

#include "widgets/table/table_cell.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// A search of the user in a table: terms separated by commas, all of which a row must match.
///   face            a cell contains the text; case is ignored
///   /face|box/      a cell matches the regular expression, which may contain commas; case is ignored
///   >= 5            a number of the row matches, in the displayed unit: 87.3 for 87.3 %
///   misses >= 5     a number matches in a column whose title contains the text
///   kind = face     the whole text of a cell matches in such a column; case is ignored
/// Comparisons are < <= > >= = (or ==). An incomplete comparison or
/// regular expression matches every row.
class TableQuery {
public:
    explicit TableQuery(const QString& text = {});

    /// @param titles  titles of the row's columns
    [[nodiscard]] bool matches(const QStringList& titles, const std::vector<TableCell>& row) const;
    /// The same for a row whose cells are made when they are needed.
    [[nodiscard]] bool matches(const QStringList& titles,
                               const std::function<TableCell(std::size_t column)>& cell) const;
    [[nodiscard]] bool empty() const { return terms_.empty(); }

private:
    enum class Comparison : std::uint8_t { less, less_or_equal, greater, greater_or_equal, equal };
    struct Term {
        QString text; ///< for a comparison, the text that the column's title contains
        std::optional<Comparison> comparison;
        double number = 0.0;
        std::optional<QRegularExpression> expression{}; ///< in the place of `text`
        QString equal{}; ///< text that a cell of such a column has, in the place of a comparison
    };
    [[nodiscard]] static QStringList split(const QString& text);
    [[nodiscard]] static std::optional<Term> parse(const QString& text);
    [[nodiscard]] static bool matches_text(const Term& term, const TableCell& cell);
    [[nodiscard]] static bool matches_cell(const Term& term, const QString& title, const TableCell& cell);
    [[nodiscard]] static bool holds(const Term& term, double number);

    std::vector<Term> terms_;
};

} // namespace hitmap
