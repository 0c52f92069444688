#include "widgets/accesses/access_filter.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QAction>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

QString filter_text(const char* text) {
    return QCoreApplication::translate("Accesses", text);
}

QStringList terms_of(const QLineEdit& search) {
    QStringList terms;
    for (const QString& term : search.text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        terms.append(term.trimmed());
    return terms;
}

/// The titles of the columns are those of access_columns(), in the language of the window.
std::vector<std::pair<QString, QString>> common_terms() {
    const QString term = QStringLiteral("%1 = %2");
    const QString result = filter_text("L1 result");
    const QString served = filter_text("Served by");
    const QString kind = filter_text("Kind");
    return {
        {filter_text("L1 &Misses"), term.arg(result, QStringLiteral("miss"))},
        {filter_text("L1 &Hits"), term.arg(result, QStringLiteral("hit"))},
        {},
        {filter_text("Served by L&1"), term.arg(served, QStringLiteral("L1"))},
        {filter_text("Served by L&2"), term.arg(served, QStringLiteral("L2"))},
        {filter_text("Served by &DRAM"), term.arg(served, QStringLiteral("DRAM"))},
        {},
        {filter_text("&Boxes"), term.arg(kind, QStringLiteral("box"))},
        {filter_text("&Faces"), term.arg(kind, QStringLiteral("face"))},
        {filter_text("&Pixels"), term.arg(kind, QStringLiteral("pixel"))},
    };
}

/// The columns that rows are limited by, and what a menu calls them.
const std::vector<std::pair<QString, QString>>& columns_of_terms() {
    static const std::vector<std::pair<QString, QString>> columns{
        {QStringLiteral("kind"), filter_text("Its &Kind: %1")},
        {QStringLiteral("l1_result"), filter_text("Its L1 &Result: %1")},
        {QStringLiteral("served"), filter_text("Its &Level: %1")},
        {QStringLiteral("ray_kind"), filter_text("Its Ra&ys: %1")},
        {QStringLiteral("allocation"), filter_text("Its &Allocation: %1")},
        {QStringLiteral("source_line"), filter_text("Its &Source Line: %1")},
    };
    return columns;
}

} // namespace

void toggle_term(QLineEdit& search, const QString& term) {
    QStringList terms = terms_of(search);
    if (terms.removeAll(term) == 0) terms.append(term);
    search.setText(terms.join(QStringLiteral(", ")));
}

std::vector<RowTerm> terms_of_row(const TableModel& model, const TableRow& row) {
    std::vector<RowTerm> terms;
    for (const auto& [name, text] : columns_of_terms())
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (model.columns()[column].csv_name != name || !row[column].defined()) continue;
            const QString value = cell_text(row[column]);
            if (value.contains(QLatin1Char(','))) continue; // commas separate terms
            terms.push_back({text.arg(value), model.columns()[column].title + QStringLiteral(" = ") + value});
        }
    return terms;
}

QToolButton* access_filter_button(QLineEdit& search) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("accesses_filter"));
    button->setText(filter_text("Filter"));
    button->setToolTip(filter_text("Common searches. Others: a text, /a regular expression/, active < 8, "
                                   "source line = kernels.cpp:20; commas between several"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(button);
    for (const auto& [text, term] : common_terms()) {
        if (text.isEmpty()) {
            menu->addSeparator();
            continue;
        }
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        const QString added = term;
        QObject::connect(action, &QAction::triggered, &search,
                         [&search, added] { toggle_term(search, added); });
        QObject::connect(menu, &QMenu::aboutToShow, action,
                         [&search, action, added] { action->setChecked(terms_of(search).contains(added)); });
    }
    button->setMenu(menu);
    return button;
}

} // namespace hitmap
