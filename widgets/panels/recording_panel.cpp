#include "widgets/panels/recording_panel.h"

#include "widgets/base/format.h"
#include "widgets/panels/recording_table.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

RecordingPanel::RecordingPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      facts_(new DataTable(QStringLiteral("recording_facts"), fact_columns(), DataTable::Height::fits_rows)),
      heading_(new QLabel(tr("Allocations"))),
      allocations_(new DataTable(QStringLiteral("recording_allocations"), allocation_columns(),
                                 DataTable::Height::fits_rows)) {
    facts_->add_search();
    allocations_->freeze_first_column();
    QFont bold = heading_->font();
    bold.setBold(true);
    heading_->setFont(bold);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(facts_);
    rows->addWidget(heading_);
    rows->addWidget(allocations_);
    connect(&pane, &Pane::recording_changed, this, &RecordingPanel::show_recording);
    show_recording();
}

void RecordingPanel::show_recording() {
    const auto recording = pane_.recording();
    if (recording == nullptr) {
        facts_->set_rows({});
        allocations_->set_rows({});
        return;
    }
    const QString name = text_of(recording->name);
    const QByteArray provenance = provenance_of_parts({recording.get()});
    facts_->set_file_stem(QStringLiteral("%1-recording").arg(name), provenance);
    facts_->set_rows(fact_rows(*recording));
    allocations_->set_file_stem(QStringLiteral("%1-allocations").arg(name), provenance);
    allocations_->set_rows(allocation_rows(recording->info()));
}

} // namespace hitmap
