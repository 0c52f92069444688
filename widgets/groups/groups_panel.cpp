#include "widgets/groups/groups_panel.h"

#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"
#include "widgets/base/format.h"
#include "widgets/controls/job_bar.h"
#include "widgets/groups/group_histogram.h"
#include "widgets/panes/range_chips.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t histogram_bins = 24;

/// Returns why there is no histogram, as a sentence for users; empty if there is one.
QString why_no_groups(const OpenRecording& recording, const ElementQuantity& quantity) {
    if (recording.scene == nullptr) return why_no_mesh(recording);
    if (quantity.kind == face_kind && !knows_vertex_positions(recording.info()))
        return GroupsPanel::tr("The positions of this recording's vertices are not known.");
    if (quantity.kind == box_kind && !quantity.whole && !knows_box_extents(recording.info()))
        return GroupsPanel::tr("Only the number of this recording's boxes is known, not where they are.");
    if (!has_quantity(*recording.scene, quantity))
        return GroupsPanel::tr("The recording does not have what this quantity is made of: faces or boxes, a "
                               "camera, levels of boxes.");
    return why_no_elements(recording);
}

} // namespace

GroupsPanel::GroupsPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      quantity_(new QComboBox),
      level_(new QComboBox),
      plot_(new GroupHistogram),
      read_(new QLabel),
      clear_(new QPushButton(tr("&Remove Range"))),
      note_(new QLabel) {
    lay_out();
    connect_model();
    show_counted();
}

void GroupsPanel::lay_out() {
    quantity_->setObjectName(QStringLiteral("groups_quantity"));
    quantity_->setAccessibleName(tr("Quantity by which elements are grouped"));
    for (const ElementQuantity& one : element_quantities()) {
        quantity_->addItem(text_of(one.title));
        quantity_->setItemData(quantity_->count() - 1, capitalised(one.explanation), Qt::ToolTipRole);
    }
    level_->setObjectName(QStringLiteral("groups_level"));
    level_->setAccessibleName(tr("Level of the caches"));
    level_->addItem(tr("L1"));
    level_->addItem(tr("L2"));
    plot_->setObjectName(QStringLiteral("groups_plot"));
    plot_->setAccessibleName(tr("Hits and misses by the quantity"));
    plot_->setWhatsThis(
        tr("Bars are look-ups: misses below in orange, hits above in blue. Drag over bars, or "
           "move with the arrow keys and hold Shift, to draw only elements of this range; "
           "Escape removes it"));
    read_->setObjectName(QStringLiteral("groups_read"));
    clear_->setObjectName(QStringLiteral("groups_clear"));
    note_->setObjectName(QStringLiteral("groups_note"));
    for (QLabel* label : {read_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    read_->setMinimumHeight(3 * fontMetrics().height()); // the plot must not move while bins are read
    read_->setAlignment(Qt::AlignTop);
    auto* choices = new QHBoxLayout;
    choices->addWidget(quantity_, 1);
    choices->addWidget(level_);
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("groups_job"));
    bar->set_title(tr("Grouping elements"));
    bar->make_narrow();
    bar->show_only_long_jobs();
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(choices);
    rows->addWidget(plot_, 1);
    rows->addWidget(read_);
    rows->addWidget(clear_, 0, Qt::AlignLeft);
    rows->addWidget(note_);
    rows->addWidget(bar);
    setFocusProxy(plot_);
}

void GroupsPanel::connect_model() {
    for (const auto told : {&Pane::recording_changed, &Pane::profile_changed, &Pane::frames_changed})
        connect(&pane_, told, this, &GroupsPanel::request);
    connect(&pane_, &Pane::look_changed, this, &GroupsPanel::show_mark);
    connect(quantity_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &GroupsPanel::request);
    connect(level_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &GroupsPanel::show_counted);
    connect(plot_, &GroupHistogram::cursor_changed, this, &GroupsPanel::show_cursor);
    connect(plot_, &GroupHistogram::range_chosen, this, &GroupsPanel::choose);
    connect(plot_, &GroupHistogram::range_cleared, this, [this] { remove_range(pane_, quantity()); });
    connect(clear_, &QPushButton::clicked, this, [this] { remove_range(pane_, quantity()); });
    connect(&job_, &JobRunner::failed, this, &GroupsPanel::failed);
}

const ElementQuantity& GroupsPanel::quantity() const {
    return element_quantities()[static_cast<std::size_t>(std::max(0, quantity_->currentIndex()))];
}

Level GroupsPanel::level() const {
    return level_->currentIndex() == 1 ? Level::l2 : Level::l1;
}

std::shared_ptr<const ElementHistogram> GroupsPanel::histogram() const {
    if (counted_ == nullptr) return nullptr;
    return {counted_, &counted_->histogram};
}

void GroupsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

void GroupsPanel::request() {
    const auto simulation = pane_.simulation();
    const ElementQuantity* const wanted = &quantity();
    if (counted_ != nullptr && (counted_->simulation != simulation || counted_->quantity != wanted))
        counted_ = nullptr; // bars of something else would mislead; those of other frames are replaced soon
    if (!isVisible()) return job_.stop();
    if (simulation == nullptr || !why_no_groups(*simulation->recording, *wanted).isEmpty()) {
        job_.stop();
        return show_counted();
    }
    show_counted();
    const FrameRange frames = pane_.choices().frames;
    if (counted_ != nullptr && counted_->frames == frames) return job_.stop();
    job_.start(
        [simulation, wanted, frames](const JobContext& job) {
            const Profile& profile = *simulation->profile;
            const TimeWindow window = frame_range_window(profile.positions(), frames);
            return std::make_shared<const Counted>(
                Counted{simulation, frames, wanted,
                        element_histogram(*simulation->recording->scene, profile, window, *wanted,
                                          histogram_bins, job)});
        },
        [this](std::shared_ptr<const Counted> counted) {
            if (counted->simulation != pane_.simulation() || counted->quantity != &quantity()) return;
            counted_ = std::move(counted);
            show_counted();
        });
}

void GroupsPanel::show_counted() {
    plot_->show(histogram(), level());
    show_mark();
    const auto recording = pane_.recording();
    QStringList notes;
    if (recording != nullptr) {
        const QString missing = why_no_groups(*recording, quantity());
        if (!missing.isEmpty()) notes.append(missing);
    }
    if (counted_ != nullptr) {
        notes.append(tr("Look-ups are counted as %1.")
                         .arg(text_of(info_of(counting_of(counted_->simulation->model).elements).title)));
        if (const ElementBin& undefined = counted_->histogram.undefined; undefined.elements != 0)
            notes.append(
                tr("%1 elements have no value and are in no bin; they had %2 look-ups.")
                    .arg(count_text(undefined.elements), count_text(undefined.sums.of(level()).lookups)));
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

void GroupsPanel::show_cursor() {
    const auto bin_number = plot_->cursor();
    if (counted_ == nullptr || !bin_number || *bin_number >= counted_->histogram.bins.size())
        return read_->setText(tr("Point at a bar to read it; drag to choose a range."));
    const ElementBin& bin = counted_->histogram.bins[*bin_number];
    const QString what = text_of(text_of(ElementRange{counted_->quantity, bin.from, bin.to}));
    const QString accesses = bin.sums.counts_accesses ? count_text(bin.sums.accesses) : undefined_text();
    const LevelSums& sums = bin.sums.of(level());
    read_->setText(tr("%1: %2 elements, %3 accessed, %4 accesses; %5 hit rate %6, %7")
                       .arg(capitalised(what.toStdString()), count_text(bin.elements),
                            count_text(bin.sums.elements_accessed), accesses, level_->currentText(),
                            rate_text(sums), hits_of_lookups_text(sums)));
    plot_->setAccessibleDescription(read_->text());
}

void GroupsPanel::show_mark() {
    std::optional<std::pair<float, float>> marked;
    for (const ElementRange& range : pane_.choices().view.only_ranges)
        if (range.quantity == &quantity()) marked = std::pair(range.from, range.to);
    plot_->mark(marked);
    clear_->setEnabled(marked.has_value());
}

void GroupsPanel::choose(std::size_t first, std::size_t last) {
    if (counted_ == nullptr || last >= counted_->histogram.bins.size()) return;
    const auto& bins = counted_->histogram.bins;
    draw_range(pane_, {counted_->quantity, bins[first].from, bins[last].to});
}

} // namespace hitmap
