#include "widgets/worst_panel.h"

#include "widgets/data_table.h"
#include "widgets/format.h"

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
      kind_(new QComboBox),
      level_(new QComboBox),
      note_(new QLabel),
      table_(new DataTable(QStringLiteral("worst"), worst_columns(), DataTable::Height::scrolls)),
      regions_(new RegionList(pane)) {
    lay_out();
    connect_model();
}

void WorstPanel::lay_out() {
    kind_->setObjectName(QStringLiteral("worst_kind"));
    level_->setObjectName(QStringLiteral("worst_level"));
    for (const ElementKindId kind : {face_kind, box_kind, pixel_kind})
        kind_->addItem(capitalised(element_kinds()[kind].plural), kind);
    kind_->insertSeparator(kind_->count());
    for (const RegionKind region : {RegionKind::patch, RegionKind::subtree})
        kind_->addItem(region == RegionKind::patch ? tr("Patches of faces") : tr("Subtrees of boxes"),
                       QVariant::fromValue(-1 - static_cast<int>(region)));
    kind_->setToolTip(
        tr("Single elements, or regions: connected faces where misses are dense, and boxes with "
           "all that is below them"));
    list_ranks();
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
    rows->addLayout(choices);
    rows->addWidget(note_);
    rows->addWidget(table_, 1);
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
    // The rows of the one before are no rows of this one.
    connect(&pane_, &Pane::recording_changed, this, [this] { show_list({}, kind(), level()); });
    connect(&pane_, &Pane::profile_changed, this, &WorstPanel::request_list);
    connect(&pane_, &Pane::frames_changed, this, &WorstPanel::request_list);
    connect(&pane_, &Pane::selection_changed, this, &WorstPanel::show_selection);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(table_, &DataTable::row_chosen, this, [this](int row) { pane_.set_selection(element_of(row)); });
    connect(table_, &DataTable::row_activated, this, [this](int row) {
        pane_.set_selection(element_of(row));
        pane_.request_focus(element_of(row));
    });
}

void WorstPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_list();
}

std::optional<RegionKind> WorstPanel::region_kind() const {
    const int chosen = kind_->currentData().toInt();
    if (chosen >= 0) return std::nullopt;
    return static_cast<RegionKind>(-1 - chosen);
}

ElementKindId WorstPanel::kind() const {
    return region_kind() ? face_kind : static_cast<ElementKindId>(kind_->currentData().toUInt());
}

std::size_t WorstPanel::level() const {
    return static_cast<std::size_t>(level_->currentIndex() % 2);
}

Selection WorstPanel::element_of(int row) const {
    return {worst_kind_, worst_[static_cast<std::size_t>(row)].element};
}

void WorstPanel::request_list() {
    if (!isVisible()) return;
    if (const auto region = region_kind()) {
        const RegionRank rank = level_->currentIndex() < 2 ? RegionRank::misses : RegionRank::misses_per_area;
        regions_->request({*region, level(), rank});
        return;
    }
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) {
        show_list({}, kind(), level());
        return;
    }
    job_.start(
        [simulation, frames = pane_.choices().frames, kind = kind(), level = level()](const JobContext& job) {
            const Profile& profile = *simulation->profile;
            if (!element_kinds()[kind].has_look_ups) return worst_pixels(profile, level);
            const TimeWindow window = frame_range_window(profile.positions(), frames);
            const ElementSources sources(simulation->recording->scene);
            return worst_elements(profile, window, sources, kind, level, 100, job);
        },
        [this, profile = simulation->profile, kind = kind(),
         level = level()](std::vector<WorstElement> worst) {
            if (profile == pane_.profile()) show_list(std::move(worst), kind, level);
        });
}

void WorstPanel::show_list(std::vector<WorstElement> worst, ElementKindId kind, std::size_t level) {
    worst_ = std::move(worst);
    worst_kind_ = kind;
    const auto recording = pane_.recording();
    const bool of_whole = !element_kinds()[kind].has_look_ups;
    QString note;
    if (recording != nullptr && of_whole && pane_.profile()->pixel_sums() == nullptr) {
        note = tr("This recording does not tell which lane served which pixel.");
    } else if (of_whole) {
        note = tr("Misses of all lanes that served the pixel, over the whole recording.");
    } else if (recording != nullptr && worst_.empty()) {
        note = tr("None misses in this frame.");
    }
    note_->setText(note);
    note_->setVisible(!note.isEmpty() && !region_kind());
    if (recording == nullptr) {
        table_->set_rows({});
        return;
    }
    table_->set_file_stem(QStringLiteral("%1-worst-%2-by-l%3-misses")
                              .arg(text_of(recording->name), text_of(element_kinds()[kind].plural))
                              .arg(level + 1));
    table_->set_rows(worst_rows(worst_, ElementSources(recording->scene), kind, level));
    show_selection();
}

void WorstPanel::show_selection() {
    const auto& selection = pane_.choices().selection;
    std::optional<int> row;
    if (selection && selection->kind == worst_kind_) {
        const auto found = std::ranges::find(worst_, selection->element, &WorstElement::element);
        if (found != worst_.end()) row = static_cast<int>(found - worst_.begin());
    }
    table_->select_row(row);
}

} // namespace hitmap
