#include "app/dialogs/keys_dialog.h"

#include "widgets/base/comfortable_size.h"
#include "widgets/mesh/navigation_preset.h"

#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

void add_row(QGridLayout& grid, const QString& keys, const QString& effect) {
    const int row = grid.rowCount();
    auto* input = new QLabel(keys);
    QFont bold = input->font();
    bold.setBold(true);
    input->setFont(bold);
    input->setWordWrap(true);
    grid.addWidget(input, row, 0);
    grid.addWidget(new QLabel(effect), row, 1);
}

void add_title(QGridLayout& grid, const QString& title) {
    const int row = grid.rowCount();
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    label->setFont(font);
    label->setContentsMargins(0, row > 1 ? 12 : 0, 0, 2);
    grid.addWidget(label, row, 0, 1, 2);
}

/// Shows the rows with the text, and the titles of places that have one.
void show_matches(const QGridLayout& grid, const QString& text) {
    QWidget* title = nullptr;
    const auto shown_by = [&](QWidget* label) {
        return qobject_cast<QLabel*>(label)->text().contains(text, Qt::CaseInsensitive);
    };
    for (int row = 0; row < grid.rowCount(); ++row) {
        QLayoutItem* items[] = {grid.itemAtPosition(row, 0), grid.itemAtPosition(row, 1)};
        if (items[0] == nullptr) continue;
        if (items[0] == items[1]) { // a title takes both columns
            title = items[0]->widget();
            title->setVisible(text.isEmpty());
            continue;
        }
        const bool found = shown_by(items[0]->widget()) || shown_by(items[1]->widget());
        for (QLayoutItem* item : items)
            item->widget()->setVisible(found);
        if (found && title != nullptr) title->show();
    }
}

QString plain_title(QString text) {
    return text.remove(QLatin1Char('&')).remove(QStringLiteral(" …"));
}

void add_place(QGridLayout& grid, const KeysDialog::Place& place) {
    QStringList listed; // tables have the same keys
    for (const QAction* action : place.actions) {
        if (action->shortcuts().isEmpty()) continue;
        const QString keys = QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                                 .replace(QStringLiteral("; "), KeysDialog::tr(" or "));
        const QString effect = plain_title(action->text());
        if (listed.contains(keys + effect)) continue;
        if (listed.isEmpty()) add_title(grid, place.title);
        listed.append(keys + effect);
        add_row(grid, keys, effect);
    }
}

/// The actions of a menu and its submenus.
QList<QAction*> actions_of(const QMenu& menu) {
    QList<QAction*> actions;
    for (QAction* action : menu.actions()) {
        if (action->menu() != nullptr)
            actions += actions_of(*action->menu());
        else
            actions.append(action);
    }
    return actions;
}

} // namespace

QList<KeysDialog::Place> KeysDialog::places_in(const QMainWindow& window) {
    QList<Place> places;
    QList<QAction*> listed;
    for (const QAction* title : window.menuBar()->actions()) {
        if (title->menu() == nullptr) continue;
        places.append({tr("Menu %1").arg(plain_title(title->text())), actions_of(*title->menu())});
        listed += places.back().actions;
    }
    Place tables{tr("Tables"), {}};
    Place others{tr("Panels"), {}};
    for (QAction* action : window.findChildren<QAction*>()) {
        if (listed.contains(action)) continue;
        const bool of_table = qobject_cast<QAbstractItemView*>(action->parent()) != nullptr;
        (of_table ? tables : others).actions.append(action);
    }
    places << tables << others;
    return places;
}

KeysDialog::KeysDialog(NavigationPreset preset, const QList<Place>& places, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Keys and pointer"));
    auto* list = new QWidget;
    auto* grid = new QGridLayout(list);
    grid->setHorizontalSpacing(24);
    grid->setColumnMinimumWidth(0, 260);
    add_title(*grid, tr("Mesh view"));
    for (const InputHelp& help : navigation_help(preset))
        add_row(*grid, help.input, help.effect);
    for (const Place& place : places)
        add_place(*grid, place);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(list);
    scroll->setMinimumWidth(list->sizeHint().width() + 24);
    auto* search = new QLineEdit;
    search->setObjectName(QStringLiteral("key_search"));
    search->setPlaceholderText(tr("Search"));
    search->setClearButtonEnabled(true);
    connect(search, &QLineEdit::textChanged, grid,
            [grid](const QString& text) { show_matches(*grid, text); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(search);
    rows->addWidget(scroll, 1);
    rows->addWidget(buttons);
    constexpr int comfortable_height = 600;
    resize_within_screen(*this, {sizeHint().width(), comfortable_height});
}

} // namespace hitmap
