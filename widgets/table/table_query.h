#pragma once

#include "widgets/table/table_cell.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <optional>
#include <vector>

namespace hitmap {

/// What a person searches a table for: terms between commas, each of which a row must meet.
///   face            a cell holds the text, in any case
///   >= 5            a number of the row does, as it is written: of 87.3 % that is 87.3
///   misses >= 5     the number of a column whose title holds the text
/// Comparisons are < <= > >= = (or ==). One that is not complete yet is met by every row.
class TableQuery {
public:
    explicit TableQuery(const QString& text = {});

    /// @param titles  of the row's columns
    [[nodiscard]] bool matches(const QStringList& titles, const std::vector<TableCell>& row) const;
    [[nodiscard]] bool empty() const { return terms_.empty(); }

private:
    enum class Comparison : std::uint8_t { less, less_or_equal, greater, greater_or_equal, equal };
    struct Term {
        QString text; ///< of a comparison: what the column's title holds
        std::optional<Comparison> comparison;
        double number = 0.0;
    };
    [[nodiscard]] static std::optional<Term> parse(const QString& text);
    [[nodiscard]] static bool holds(const Term& term, double number);

    std::vector<Term> terms_;
};

} // namespace hitmap
