#include "core/report/column/csv_table.h"
#include "core/report/contents/eviction_columns.h"
#include "widgets/contents/contents_panel.h"
#include "widgets/plot/save_plot.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

#include <string>

namespace hitmap {

void ContentsPanel::show_matrix_menu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("contents_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Save All Evictions as CSV …"), this, &ContentsPanel::save_evictions)
        ->setEnabled(results_ != nullptr);
    menu->popup(matrix_->viewport()->mapToGlobal(position));
}

void ContentsPanel::save_evictions() {
    if (results_ == nullptr) return;
    const auto results = results_; // the dialog runs an event loop
    const OpenRecording& recording = *results->simulation->recording;
    const QString file = ask_for_plot_table(this, file_stem_of(recording) + QStringLiteral("-evictions"));
    if (file.isEmpty()) return;
    const auto columns = eviction_columns();
    std::string text = csv_names(columns) + "\n";
    for_each_eviction_row(recording.info(), results->evictions,
                          [&](const EvictionRow& row) { text += csv_fields(columns, row) + "\n"; });
    const SaveMessage message =
        save_and_tell(file, QByteArray::fromStdString(text), provenance_of_parts({&recording}));
    if (message.saved)
        Q_EMIT saved(message.text);
    else
        Q_EMIT failed(message.text, this);
}

} // namespace hitmap
