#include "widgets/table/table_query.h"

#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>

#include <algorithm>

namespace hitmap {

TableQuery::TableQuery(const QString& text) {
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (auto term = parse(part.trimmed())) terms_.push_back(std::move(*term));
    }
}

std::optional<TableQuery::Term> TableQuery::parse(const QString& text) {
    if (text.isEmpty()) return std::nullopt;
    static const QRegularExpression form(QStringLiteral("^([^<>=]*)(<=|>=|==|<|>|=)([^<>=]*)$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return Term{text, std::nullopt, 0.0};
    QString digits = match.captured(3).trimmed();
    if (digits.endsWith(QLatin1Char('%'))) digits = digits.chopped(1).trimmed();
    bool is_number = false;
    double number = QLocale().toDouble(digits, &is_number);
    if (!is_number) number = QLocale::c().toDouble(digits, &is_number);
    if (!is_number) return std::nullopt;
    const QString sign = match.captured(2);
    const Comparison comparison = sign == QLatin1String("<")    ? Comparison::less
                                  : sign == QLatin1String("<=") ? Comparison::less_or_equal
                                  : sign == QLatin1String(">")  ? Comparison::greater
                                  : sign == QLatin1String(">=") ? Comparison::greater_or_equal
                                                                : Comparison::equal;
    return Term{match.captured(1).trimmed(), comparison, number};
}

bool TableQuery::holds(const Term& term, double number) {
    switch (*term.comparison) {
    case Comparison::less:
        return number < term.number;
    case Comparison::less_or_equal:
        return number <= term.number;
    case Comparison::greater:
        return number > term.number;
    case Comparison::greater_or_equal:
        return number >= term.number;
    case Comparison::equal:
        break;
    }
    return number == term.number;
}

bool TableQuery::matches(const QStringList& titles, const std::vector<TableCell>& row) const {
    return std::ranges::all_of(terms_, [&](const Term& term) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const TableCell& cell = row[column];
            if (!term.comparison) {
                if (cell_text(cell).contains(term.text, Qt::CaseInsensitive)) return true;
                continue;
            }
            const QString title = titles.value(static_cast<int>(column));
            const auto number = shown_number(cell);
            if (number && title.contains(term.text, Qt::CaseInsensitive) && holds(term, *number)) return true;
        }
        return false;
    });
}

} // namespace hitmap
