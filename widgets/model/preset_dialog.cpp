#include "widgets/model/preset_dialog.h"

#include "widgets/base/format.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

constexpr int note_column = 4;

QTreeWidget* table_of(const GpuPreset& preset) {
    auto* table = new QTreeWidget;
    table->setObjectName(QStringLiteral("preset_facts"));
    table->setHeaderLabels({PresetDialog::tr("Fact"), PresetDialog::tr("Value"),
                            PresetDialog::tr("Confidence"), PresetDialog::tr("Source"),
                            PresetDialog::tr("Note")});
    table->setRootIsDecorated(false);
    table->setAlternatingRowColors(true);
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    for (const PresetFact& fact : preset.facts) {
        auto* row =
            new QTreeWidgetItem(table, {text_of(fact.key->group) + QLatin1Char(' ') + text_of(fact.key->name),
                                        text_of(fact.text()), text_of(name_of(fact.trust)),
                                        text_of(fact.source), text_of(fact.note)});
        row->setToolTip(note_column, text_of(fact.note));
    }
    for (int column = 0; column < note_column; ++column)
        table->resizeColumnToContents(column);
    return table;
}

void copy_chosen(const QTreeWidget& table) {
    QStringList lines;
    for (int i = 0; i < table.topLevelItemCount(); ++i) {
        const QTreeWidgetItem* row = table.topLevelItem(i);
        if (!row->isSelected()) continue;
        QStringList cells;
        for (int column = 0; column < table.columnCount(); ++column)
            cells += row->text(column);
        lines += cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace

PresetDialog::PresetDialog(const GpuPreset& preset, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("preset_dialog"));
    setWindowTitle(text_of(preset.title));
    QTreeWidget* table = table_of(preset);
    auto* copy = new QAction(tr("&Copy"), table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [table] { copy_chosen(*table); });
    table->addAction(copy);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(table);
    for (const std::string& note : preset.notes) {
        auto* label = new QLabel(text_of(note));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        rows->addWidget(label);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    rows->addWidget(buttons);
    resize(860, 560);
}

} // namespace hitmap
