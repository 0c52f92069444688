#include "widgets/table/table_query.h"

#include <QtCore/QLocale>

#include <algorithm>

namespace hitmap {

TableQuery::TableQuery(const QString& text) {
    for (const QString& part : split(text))
        if (auto term = parse(part.trimmed())) terms_.push_back(std::move(*term));
}

/// Splits at commas outside of regular expressions.
QStringList TableQuery::split(const QString& text) {
    static const QRegularExpression part(QStringLiteral(R"(\s*/(?:[^/\\]|\\.)*/?[^,]*|[^,]+)"));
    QStringList parts;
    for (auto match = part.globalMatch(text); match.hasNext();)
        parts.append(match.next().captured());
    return parts;
}

std::optional<TableQuery::Term> TableQuery::parse(const QString& text) {
    if (text.isEmpty()) return std::nullopt;
    if (text.startsWith(QLatin1Char('/'))) {
        if (text.size() < 3 || !text.endsWith(QLatin1Char('/'))) return std::nullopt;
        const QRegularExpression expression(text.mid(1, text.size() - 2),
                                            QRegularExpression::CaseInsensitiveOption);
        if (!expression.isValid()) return std::nullopt;
        return Term{{}, std::nullopt, 0.0, expression, {}};
    }
    static const QRegularExpression form(QStringLiteral("^([^<>=]*)(<=|>=|==|<|>|=)([^<>=]*)$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return Term{text, std::nullopt, 0.0, {}, {}};
    QString digits = match.captured(3).trimmed();
    if (digits.endsWith(QLatin1Char('%'))) digits = digits.chopped(1).trimmed();
    bool is_number = false;
    double number = QLocale().toDouble(digits, &is_number);
    if (!is_number) number = QLocale::c().toDouble(digits, &is_number);
    const QString sign = match.captured(2);
    const bool of_text = sign == QLatin1String("=") && !digits.isEmpty();
    if (!is_number && of_text) return Term{match.captured(1).trimmed(), std::nullopt, 0.0, {}, digits};
    if (!is_number) return std::nullopt;
    const Comparison comparison = sign == QLatin1String("<")    ? Comparison::less
                                  : sign == QLatin1String("<=") ? Comparison::less_or_equal
                                  : sign == QLatin1String(">")  ? Comparison::greater
                                  : sign == QLatin1String(">=") ? Comparison::greater_or_equal
                                                                : Comparison::equal;
    return Term{match.captured(1).trimmed(), comparison, number, {}, {}};
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

bool TableQuery::matches_text(const Term& term, const TableCell& cell) {
    const QString text = cell_text(cell);
    if (term.expression) return term.expression->match(text).hasMatch();
    return text.contains(term.text, Qt::CaseInsensitive);
}

bool TableQuery::matches_cell(const Term& term, const QString& title, const TableCell& cell) {
    if (!term.comparison && term.equal.isEmpty()) return matches_text(term, cell);
    if (!title.contains(term.text, Qt::CaseInsensitive)) return false;
    if (!term.equal.isEmpty()) return cell_text(cell).compare(term.equal, Qt::CaseInsensitive) == 0;
    const auto number = shown_number(cell);
    return number && holds(term, *number);
}

bool TableQuery::matches(const QStringList& titles,
                         const std::function<TableCell(std::size_t column)>& cell) const {
    return std::ranges::all_of(terms_, [&](const Term& term) {
        const bool of_column = term.comparison || !term.equal.isEmpty();
        for (int column = 0; column < titles.size(); ++column) {
            // The cells of other columns are not even made.
            if (of_column && !titles[column].contains(term.text, Qt::CaseInsensitive)) continue;
            if (matches_cell(term, titles[column], cell(static_cast<std::size_t>(column)))) return true;
        }
        return false;
    });
}

bool TableQuery::matches(const QStringList& titles, const std::vector<TableCell>& row) const {
    return std::ranges::all_of(terms_, [&](const Term& term) {
        for (std::size_t column = 0; column < row.size(); ++column)
            if (matches_cell(term, titles.value(static_cast<int>(column)), row[column])) return true;
        return false;
    });
}

} // namespace hitmap
