#include "app/keys_dialog.h"

#include "widgets/mesh_view.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
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

} // namespace

KeysDialog::KeysDialog(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys and pointer"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setColumnMinimumWidth(0, 260);
    for (const MeshView::Help& help : MeshView::help())
        add_row(*grid, help.input, help.effect);
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty()) continue;
        QString effect = action->text();
        effect.remove(QLatin1Char('&'));
        effect.remove(QStringLiteral(" …"));
        add_row(*grid,
                QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                    .replace(QStringLiteral("; "), tr(" or ")),
                effect);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(grid);
    rows->addWidget(buttons);
}

} // namespace hitmap
