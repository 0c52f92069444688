#include "app/dialogs/keys_dialog.h"

#include "widgets/mesh/navigation_preset.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
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

void show_matches(const QGridLayout& grid, const QString& text) {
    for (int row = 0; row < grid.rowCount(); ++row) {
        QLayoutItem* items[] = {grid.itemAtPosition(row, 0), grid.itemAtPosition(row, 1)};
        if (items[0] == nullptr) continue;
        bool found = false;
        for (QLayoutItem* item : items)
            found |= qobject_cast<QLabel*>(item->widget())->text().contains(text, Qt::CaseInsensitive);
        for (QLayoutItem* item : items)
            item->widget()->setVisible(found);
    }
}

} // namespace

KeysDialog::KeysDialog(NavigationPreset preset, const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Keys and pointer"));
    auto* list = new QWidget;
    auto* grid = new QGridLayout(list);
    grid->setHorizontalSpacing(24);
    grid->setColumnMinimumWidth(0, 260);
    for (const InputHelp& help : navigation_help(preset))
        add_row(*grid, help.input, help.effect);
    QStringList listed; // Keys of several tables are listed only once.
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty()) continue;
        const QString entry = QKeySequence::listToString(action->shortcuts()) + action->text();
        if (listed.contains(entry)) continue;
        listed.append(entry);
        QString effect = action->text();
        effect.remove(QLatin1Char('&'));
        effect.remove(QStringLiteral(" …"));
        add_row(*grid,
                QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                    .replace(QStringLiteral("; "), tr(" or ")),
                effect);
    }
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
    resize(sizeHint().width(), comfortable_height);
}

} // namespace hitmap
