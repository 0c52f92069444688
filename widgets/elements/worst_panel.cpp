#include "widgets/elements/worst_panel.h"

#include "core/profile/models/headline.h"
#include "core/profile/sums/outcome_sums.h"
#include "widgets/base/format.h"
#include "widgets/controls/elided_label.h"
#include "widgets/elements/region_table.h"
#include "widgets/panes/pane_text.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/pin_offer.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

WorstPanel::WorstPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      pane_label_(new ElidedLabel),
      kind_(new QComboBox),
      level_(new QComboBox),
      note_(new QLabel),
      table_(new DataTable(QStringLiteral("worst"), worst_columns(), DataTable::Height::scrolls)),
      regions_(new RegionList(pane)) {
    lay_out();
    connect_model();
    show_pane();
}

void WorstPanel::lay_out() {
    kind_->setObjectName(QStringLiteral("worst_kind"));
    level_->setObjectName(QStringLiteral("worst_level"));
    for (const ElementKindId kind : in_drawing_order(all_kinds()))
        kind_->addItem(capitalised(element_kinds()[kind].plural), kind);
    kind_->insertSeparator(kind_->count());
    const std::vector<ElementKindId> regions = kinds_with_regions();
    for (const ElementKindId kind : regions)
        kind_->addItem(
            capitalised(
                tr("%1 of %2").arg(form_text(kind), text_of(element_kinds()[kind].plural)).toStdString()),
            QVariant::fromValue(-1 - static_cast<int>(kind)));
    QString tip = tr("Single elements, or regions: connected faces where misses are dense, and boxes with "
                     "all that is below them");
    if (std::ranges::any_of(regions, [](auto kind) { return region_form(kind) == RegionForm::cluster; }))
        tip += tr("; of others, elements that are near one another");
    kind_->setToolTip(tip);
    list_ranks();
    pane_label_->setObjectName(QStringLiteral("worst_pane"));
    note_->setObjectName(QStringLiteral("worst_note"));
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    table_->add_search();
    auto* choices = new QHBoxLayout;
    const auto add_choice = [&](const QString& text, QComboBox* box) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        choices->addWidget(label);
        choices->addWidget(box, 1);
    };
    add_choice(tr("W&orst"), kind_);
    add_choice(tr("&by"), level_);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(pane_label_);
    rows->addLayout(choices);
    // Notes are below the tables, so that they do not move the rows.
    rows->addWidget(table_, 1);
    rows->addWidget(note_);
    rows->addWidget(regions_, 1);
    regions_->hide();
}

void WorstPanel::list_ranks() {
    const QSignalBlocker blocker(level_);
    const int chosen = level_->currentIndex();
    level_->clear();
    level_->addItem(tr("L1 misses"));
    level_->addItem(tr("L2 misses"));
    if (region_kind()) {
        level_->addItem(tr("L1 misses per area"));
        level_->addItem(tr("L2 misses per area"));
    }
    level_->setCurrentIndex(chosen < level_->count() ? std::max(chosen, 0) : chosen % 2);
}

void WorstPanel::choose() {
    const bool regions = region_kind().has_value();
    list_ranks();
    table_->setVisible(!regions);
    regions_->setVisible(regions);
    if (regions) {
        job_.stop();
        note_->hide();
    } else {
        regions_->forget();
    }
    request_list();
}

void WorstPanel::connect_model() {
    connect(kind_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &WorstPanel::choose);
    connect(level_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &WorstPanel::request_list);
    // The rows belong to another simulation.
    connect(&pane_, &Pane::recording_changed, this, [this] { show_list({{}, kind(), level(), {}}); });
    connect(&pane_, &Pane::profile_changed, this, &WorstPanel::request_list);
    connect(&pane_, &Pane::profile_changed, this, &WorstPanel::show_pane);
    connect(&pane_, &Pane::letter_changed, this, &WorstPanel::show_pane);
    connect(&pane_, &Pane::frames_changed, this, &WorstPanel::request_list);
    connect(&pane_, &Pane::look_changed, this, [this] {
        if (pane_.choices().view.only_ranges != ranges_) request_list();
    });
    connect(&pane_, &Pane::selection_changed, this, &WorstPanel::show_selection);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(table_, &DataTable::row_chosen, this, [this](int row) { pane_.set_selection(element_of(row)); });
    connect(table_, &DataTable::row_activated, this, [this](int row) {
        pane_.set_selection(element_of(row));
        pane_.guide().fly_to(element_of(row));
    });
    offer_pin(*table_, pane_, [this](int row) -> std::optional<CurveSubject> {
        const Selection element = element_of(row);
        return CurveElement{element.kind, element.element};
    });
}

void WorstPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_) request_list();
}

std::optional<ElementKindId> WorstPanel::region_kind() const {
    const int chosen = kind_->currentData().toInt();
    if (chosen >= 0) return std::nullopt;
    return static_cast<ElementKindId>(-1 - chosen);
}

ElementKindId WorstPanel::kind() const {
    const int chosen = kind_->currentData().toInt();
    return static_cast<ElementKindId>(chosen >= 0 ? chosen : -1 - chosen);
}

std::size_t WorstPanel::level() const {
    return static_cast<std::size_t>(level_->currentIndex() % 2);
}

Selection WorstPanel::element_of(int row) const {
    return {worst_.kind, worst_.elements[static_cast<std::size_t>(row)].element};
}

void WorstPanel::request_list() {
    stale_ = !isVisible();
    if (stale_) return job_.stop();
    ranges_ = pane_.choices().view.only_ranges;
    if (const auto region = region_kind()) {
        const RegionRank rank = level_->currentIndex() < 2 ? RegionRank::misses : RegionRank::misses_per_area;
        regions_->request({*region, level(), rank});
        return;
    }
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) {
        show_list({{}, kind(), level(), {}});
        return;
    }
    const auto ranges = known_ranges(*simulation, ranges_);
    job_.start(
        [simulation, ranges, frames = pane_.choices().frames, kind = kind(),
         level = level()](const JobContext& job) {
            const Profile& profile = *simulation->profile;
            // Sums of pixels are known for the whole recording only.
            const bool of_frames = element_kinds()[kind].has_look_ups;
            const TimeWindow window = of_frames ? frame_range_window(profile.positions(), frames)
                                                : TimeWindow{0, profile.positions()};
            const KindSums all = sum_of(profile.totals(window));
            const auto& scene = simulation->recording->scene;
            Worst worst{{}, kind, level, level == 0 ? all.l1 : all.l2, ranges};
            if (!of_frames) {
                worst.elements = worst_pixels(profile, level);
                return worst;
            }
            WindowSums sums;
            profile.window(window, sums, job);
            if (!ranges.empty())
                worst.chosen = chosen_elements(scene_in_time(*simulation, window), ranges, job);
            keep_shown(sums, worst.chosen.get());
            worst.elements = worst_elements(sums, ElementSources(scene), kind, level);
            return worst;
        },
        [this, profile = simulation->profile](Worst worst) {
            if (profile == pane_.profile()) show_list(std::move(worst));
        });
}

QString WorstPanel::note_text() const {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) return {};
    if (const QString reason = why_no_elements(*simulation->recording); !reason.isEmpty()) return reason;
    const bool whole = !element_kinds()[worst_.kind].has_look_ups;
    if (whole && simulation->profile->pixel_sums() == nullptr)
        return tr("This recording does not tell which lane served which pixel.");
    const QString ranges = ranges_text();
    if (worst_.elements.empty())
        return whole                      ? QString()
               : worst_.chosen != nullptr ? tr("No listed element misses in this frame. %1").arg(ranges)
                                          : tr("No element misses in this frame.");
    const QString shares =
        share_note(worst_.all, worst_.level, counting_of(simulation->model).elements, whole) + ranges;
    return whole ? tr("Misses of all lanes that served the pixel, over the whole recording. %1").arg(shares)
                 : shares;
}

QString WorstPanel::ranges_text() const {
    if (worst_.ranges.empty()) return {};
    const QString plural = text_of(element_kinds()[worst_.kind].plural);
    if (worst_.chosen == nullptr || !worst_.chosen->restricts(worst_.kind))
        return tr(" All %1 are listed, whatever ranges are chosen in Groups.").arg(plural);
    return tr(" Only %1 within the ranges of Groups are listed.").arg(plural);
}

void WorstPanel::show_list(Worst worst) {
    const bool same_list = worst.kind == worst_.kind && worst.level == worst_.level;
    worst_ = std::move(worst);
    note_->setText(note_text());
    note_->setVisible(!note_->text().isEmpty() && !region_kind());
    const auto recording = pane_.recording();
    if (recording == nullptr) {
        table_->set_rows({});
        return;
    }
    table_->set_file_stem(QStringLiteral("%1-worst-%2-by-l%3-misses")
                              .arg(text_of(recording->name), text_of(element_kinds()[worst_.kind].plural))
                              .arg(worst_.level + 1),
                          provenance_of_parts({recording.get()}));
    table_->rename_columns(worst_columns(worst_.level));
    table_->set_rows(worst_rows(worst_.elements, ElementSources(recording->scene), worst_.kind, worst_.level,
                                pane_.profile()->capabilities().counts_accesses));
    // A new list starts with its worst row; the same list keeps its position while frames are played.
    if (!same_list) table_->view().scrollToTop();
    show_selection();
}

void WorstPanel::show_pane() {
    pane_label_->set_text(tr("Pane %1").arg(pane_text(pane_)));
}

void WorstPanel::show_selection() {
    const auto& selection = pane_.choices().selection;
    std::optional<int> row;
    if (selection && selection->kind == worst_.kind) {
        const auto found = std::ranges::find(worst_.elements, selection->element, &WorstElement::element);
        if (found != worst_.elements.end()) row = static_cast<int>(found - worst_.elements.begin());
    }
    table_->select_row(row);
}

} // namespace hitmap
