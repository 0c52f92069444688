#include "widgets/panels/selection_panel.h"

#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/empty_text.h"
#include "widgets/session/panes/region_text.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

SelectionPanel::SelectionPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      title_(new QLabel),
      place_(new QLabel),
      region_(new QLabel),
      table_(new DataTable(QStringLiteral("selection"), element_columns(), DataTable::Height::fits_rows)),
      fly_(new QPushButton(tr("Fly there"))),
      clear_(new QPushButton(tr("Clea&r"))) {
    lay_out();
    connect_model();
    show_selection();
}

void SelectionPanel::lay_out() {
    title_->setObjectName(QStringLiteral("selection_title"));
    fly_->setObjectName(QStringLiteral("selection_fly"));
    clear_->setObjectName(QStringLiteral("selection_clear"));
    region_->setObjectName(QStringLiteral("selection_region"));
    for (QLabel* label : {title_, place_, region_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(fly_);
    buttons->addWidget(clear_);
    buttons->addStretch();
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(title_);
    rows->addWidget(place_);
    rows->addWidget(table_);
    rows->addWidget(region_);
    rows->addLayout(buttons);
}

void SelectionPanel::connect_model() {
    connect(fly_, &QPushButton::clicked, this, [this] {
        if (pane_.choices().selection) pane_.guide().fly_to(*pane_.choices().selection);
    });
    connect(clear_, &QPushButton::clicked, this, [this] { pane_.set_selection(std::nullopt); });
    connect(&pane_, &Pane::selection_changed, this, &SelectionPanel::show_selection);
    connect(&pane_, &Pane::profile_changed, this, &SelectionPanel::show_selection);
    connect(&pane_, &Pane::early_changed, this, &SelectionPanel::show_selection);
    connect(&pane_, &Pane::values_changed, this, &SelectionPanel::request_numbers);
    connect(&pane_, &Pane::values_changed, this, &SelectionPanel::show_region);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
}

void SelectionPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_numbers();
}

void SelectionPanel::show_selection() {
    const auto& selection = pane_.choices().selection;
    const bool any = selection && pane_.recording() != nullptr;
    title_->setText(any ? element_title(ElementSources(pane_.recording()->scene), *selection) : how_to_pin());
    const bool placed = any && knows_vertex_positions(pane_.recording()->info());
    const RecordedScene* scene = placed ? pane_.recording()->scene.get() : nullptr;
    place_->setText(scene != nullptr ? element_place(*scene, *selection) : QString());
    place_->setVisible(!place_->text().isEmpty());
    for (QWidget* widget :
         {static_cast<QWidget*>(table_), static_cast<QWidget*>(fly_), static_cast<QWidget*>(clear_)})
        widget->setVisible(any);
    if (any) {
        const QString reason = why_no_mesh(*pane_.recording());
        fly_->setEnabled(reason.isEmpty());
        fly_->setToolTip(reason);
    }
    show_region();
    request_numbers();
}

void SelectionPanel::show_region() {
    const auto& selection = pane_.choices().selection;
    const bool any = selection && pane_.values() != nullptr;
    region_->setText(any ? region_text(*pane_.values(), *selection) : QString());
    region_->setVisible(!region_->text().isEmpty());
}

QString SelectionPanel::how_to_pin() const {
    const auto recording = pane_.recording();
    if (pane_.opening().early() != nullptr) return empty_text(pane_);
    if (recording == nullptr || recording->has_mesh()) {
        const KindSet drawn = told_drawn_kinds(recording != nullptr ? recording->info() : RecordingInfo());
        return tr("Click %1, or a row of a list, to pin it.")
            .arg(text_of(list_of(drawn, KindName::with_article)));
    }
    if (recording->has_elements()) return tr("Click a row of a list to pin its element.");
    return tr("Nothing can be pinned. %1").arg(why_no_elements(*recording));
}

void SelectionPanel::request_numbers() {
    const auto& values = pane_.values();
    if (!isVisible() || !pane_.choices().selection || values == nullptr) return;
    const Selection selection = *pane_.choices().selection;
    job_.start(
        [profile = pane_.profile(), window = values->window, selection](const JobContext&) {
            ElementSummary element;
            element.whole_accesses = profile->positions();
            element.frame_accesses = window.count();
            element.known = profile->capabilities();
            element.frame = profile->element(window, selection.kind, selection.element);
            element.whole = profile->element({0, element.whole_accesses}, selection.kind, selection.element);
            return element;
        },
        [this, selection, recording = pane_.recording()](const ElementSummary& element) {
            if (selection != pane_.choices().selection) return;
            const QString name = text_of(element_kinds()[selection.kind].name);
            table_->set_file_stem(QStringLiteral("%1-%2").arg(name).arg(selection.element),
                                  provenance_of_parts({recording.get()}));
            table_->set_rows(element_rows(element, element_kinds()[selection.kind].has_look_ups));
        });
}

} // namespace hitmap
