#include "widgets/simt/lane_view.h"

#include "core/analysis/simt/active_lanes.h"
#include "core/analysis/simt/slot_chart.h"
#include "core/cache/results/source_lines.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/toggle_restriction.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/simt/lane_rows.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap {

namespace {

SimtSums count_lanes(const OpenRecording& recording, SimtBy by, std::uint64_t frames, ThreadPool& pool,
                     const JobContext& job) {
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    return sum_active_lanes(*source, std::array{by}, frames, job);
}

/// Positions [first, last) that have the requests of the launches that `is_of` is true for. Those of launches
/// that run at the same time are between them.
template <class Filter>
TimeWindow window_of_launches(const OpenRecording& recording, const Filter& is_of, ThreadPool& pool,
                              const JobContext& job) {
    const std::vector<LaunchRequests>& launches = recording.file->launch_requests(job);
    std::uint64_t first = recording.info().requests;
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (!is_of(i) || launches[i].count == 0) continue;
        first = std::min(first, launches[i].first);
        end = std::max(end, launches[i].end);
    }
    if (first >= end) return {};
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    const auto positions =
        request_positions(*source, std::array{RequestIndex(first), RequestIndex(end)}, job);
    return TimeWindow{positions[0], positions[1]};
}

/// Whether Enter on a row of this table restricts mesh and image to it.
bool restricts(SimtBy by) {
    return by == SimtBy::line || by == SimtBy::instruction || by == SimtBy::allocation ||
           by == SimtBy::ray_kind || by == SimtBy::bounce;
}

} // namespace

LaneView::LaneView(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      by_(new QComboBox),
      table_(new DataTable(QStringLiteral("simt_rows"), simt_table_columns(SimtBy::line),
                           DataTable::Height::scrolls)),
      note_(new QLabel),
      image_(new QPushButton(tr("Show the Branching &Rate in the Image"))),
      plot_(new XyPlot) {
    lay_out();
    connect_model();
    show_nothing({});
}

void LaneView::lay_out() {
    by_->setObjectName(QStringLiteral("simt_by"));
    for (const SimtByInfo& table : simt_tables())
        by_->addItem(title_of(table.by), static_cast<int>(table.by));
    by_->setCurrentIndex(by_->findData(static_cast<int>(SimtBy::line)));
    bar_ = new JobBar(work_);
    bar_->make_narrow();
    bar_->set_title(tr("Active lanes"));
    note_->setObjectName(QStringLiteral("simt_note"));
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    plot_->setObjectName(QStringLiteral("simt_plot"));
    table_->freeze_first_column(QStringLiteral("while_while.cpp:100 #10"));
    auto* choice = new QHBoxLayout;
    auto* label = new QLabel(tr("SIMT efficienc&y by"));
    label->setBuddy(by_);
    choice->addWidget(label);
    choice->addWidget(by_, 1);
    auto* scroll = new QScrollArea; // so that the table keeps its rows where the dock is low
    scroll->setWidget(plot_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setObjectName(QStringLiteral("simt_parts"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(table_);
    parts->addWidget(scroll);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(choice);
    rows->addWidget(bar_);
    rows->addWidget(parts, 1);
    image_->setObjectName(QStringLiteral("simt_image"));
    rows->addWidget(image_, 0, Qt::AlignLeft);
    rows->addWidget(note_);
}

void LaneView::connect_model() {
    // Choosing the same table again is also handled, since its job may have been stopped.
    connect(by_, QOverload<int>::of(&QComboBox::activated), this, &LaneView::request);
    connect(by_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &LaneView::request);
    connect(&pane_, &Pane::recording_changed, this, &LaneView::request);
    connect(&pane_, &Pane::frames_changed, this, &LaneView::request);
    connect(table_, &DataTable::row_chosen, this, &LaneView::show_plot);
    connect(table_, &DataTable::row_activated, this, &LaneView::activate);
    connect(image_, &QPushButton::clicked, this, &LaneView::show_image);
    connect(&work_, &JobRunner::failed, table_, &DataTable::failed);
    connect(&times_, &JobRunner::failed, table_, &DataTable::failed);
    connect(&work_, &JobRunner::stopped, this, [this] {
        counting_.reset();
        show_nothing(tr("Stopped. Choose from the list again to count."));
    });
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) {
        counting_.reset();
        show_nothing(message);
    });
}

void LaneView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

LaneView::Subject LaneView::subject() const {
    const auto by = static_cast<SimtBy>(by_->currentData().toInt());
    return {pane_.recording(), by, by == SimtBy::frame ? pane_.choices().frames.total : 1};
}

void LaneView::request() {
    Subject wanted = subject();
    image_->setVisible(wanted.by == SimtBy::pixel && wanted.recording != nullptr);
    if (!isVisible()) { // releases a closed recording
        if (wanted.recording == shown_.recording) return;
        work_.stop();
        return show_nothing({});
    }
    if (sums_ && wanted == shown_) return show_note();
    if (wanted == counting_) return;
    work_.stop();
    show_nothing({});
    if (wanted.recording == nullptr) return;
    if (wanted.recording->info().has_sums())
        return show_nothing(
            tr("A recording of sums has no requests, so that their active lanes are not known."));
    if (wanted.by == SimtBy::pixel)
        return show_nothing(tr("There are as many rows as pixels: the image shows them. Its quantities "
                               "Branching rate, Active lanes and Requests are those of this table, and "
                               "hitmap simt --by pixel lists them."));
    counting_ = wanted;
    work_.start(
        [wanted, &pool = pane_.pool()](const JobContext& job) {
            return count_lanes(*wanted.recording, wanted.by, wanted.frames, pool, job);
        },
        [this, wanted](SimtSums sums) {
            counting_.reset();
            if (wanted == subject()) show_sums(wanted, std::move(sums));
        });
}

void LaneView::show_sums(Subject subject, SimtSums sums) {
    shown_ = std::move(subject);
    sums_ = std::move(sums);
    const OpenRecording& recording = *shown_.recording;
    table_->rename_columns(simt_table_columns(shown_.by));
    table_->set_file_stem(file_stem_of(recording) + QStringLiteral("-simt-") +
                              text_of(info_of(shown_.by).name),
                          provenance_of_parts({&recording}));
    table_->set_rows(simt_table_rows(recording.info(), *sums_));
    table_->select_row(0);
    show_plot(0);
    show_note();
}

void LaneView::show_nothing(const QString& why) {
    shown_ = {};
    sums_.reset();
    table_->set_rows({});
    plot_->set_data({});
    note_->setText(why);
    note_->setVisible(!why.isEmpty());
}

void LaneView::show_plot(int row) {
    if (sums_ && row >= 0) plot_->set_data(lane_plot(*sums_, static_cast<std::size_t>(row)));
}

void LaneView::show_note() {
    QStringList notes;
    const SimtTable& table = sums_->tables.front();
    if (!table.why_empty.empty())
        notes.append(tr("There are no rows: %1.").arg(text_of(table.why_empty)));
    else if (restricts(shown_.by) && can_restrict(pane_))
        notes.append(
            tr("Enter or a double click colours the mesh by one row alone; again, or Esc: by everything."));
    else if (shown_.by == SimtBy::frame)
        notes.append(tr("Enter or a double click shows the frame."));
    else if (shown_.by == SimtBy::launch || shown_.by == SimtBy::kernel)
        notes.append(tr("Enter or a double click shows the frames of the row."));
    else if (shown_.by == SimtBy::sm)
        notes.append(tr("Enter or a double click shows the warp slots of the SM over time."));
    if (shown_.by == SimtBy::allocation || shown_.by == SimtBy::ray_kind || shown_.by == SimtBy::bounce)
        notes.append(tr("A request counts in each row that one of its lanes belongs to, with these lanes."));
    if (shown_.by != SimtBy::frame && pane_.choices().frames.total > 1)
        notes.append(tr("Of the whole recording, whatever frames are chosen."));
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
}

void LaneView::activate(int row) {
    if (!sums_ || shown_.recording != pane_.recording()) return;
    const SimtRow* const chosen =
        row > 0 ? &sums_->tables.front().rows[static_cast<std::size_t>(row - 1)] : nullptr;
    if (chosen == nullptr) return toggle_restriction(pane_, {});
    switch (shown_.by) {
    case SimtBy::frame:
        return pane_.set_frames({shown_.frames, chosen->number, 1});
    case SimtBy::launch:
    case SimtBy::kernel:
        return show_launches(*chosen);
    case SimtBy::sm:
        return pane_.set_panel(SimtDisplay{SimtView::warp_slots, static_cast<std::uint32_t>(chosen->number)});
    default:
        return restrict_to(*chosen);
    }
}

/// Returns the selection of rays that are those of a bounce; no value if several kinds have this bounce.
std::optional<RaySelection> LaneView::rays_of_bounce(std::uint64_t bounce) const {
    std::vector<RaySelection> kinds; // that have one bounce
    std::vector<RaySelection> of_bounce;
    for (const RaySelection& rays : shown_.recording->rays) {
        if (!rays.bounce)
            kinds.push_back(rays);
        else if (*rays.bounce == bounce)
            of_bounce.push_back(rays);
        if (rays.bounce) std::erase(kinds, RaySelection{rays.kind, {}});
    }
    const std::size_t bounces = sums_->tables.front().rows.size();
    if (kinds.empty()) return of_bounce.size() == 1 ? std::optional(of_bounce.front()) : std::nullopt;
    // Kinds with one bounce each: primary rays have bounce 0, and those that follow them another one.
    if (bounce == 0 && kinds.front().kind == 0) return kinds.front();
    if (of_bounce.empty() && kinds.size() == 2 && bounces == 2) return kinds.back();
    return kinds.size() == 1 && of_bounce.size() == 1 ? std::optional(of_bounce.front()) : std::nullopt;
}

void LaneView::restrict_to(const SimtRow& row) {
    const RecordingInfo& info = shown_.recording->info();
    Restriction only;
    switch (shown_.by) {
    case SimtBy::ray_kind:
        if (row.number != no_simt_number) toggle_rays(pane_, {static_cast<std::uint8_t>(row.number), {}});
        return;
    case SimtBy::bounce:
        if (const auto rays = rays_of_bounce(row.number)) toggle_rays(pane_, *rays);
        return;
    case SimtBy::allocation:
        if (row.number == no_simt_number) return;
        only.allocation = allocation_labels(info)[row.number];
        break;
    case SimtBy::instruction:
        only.instruction = row.instructions.front();
        break;
    case SimtBy::line: {
        const SourceLocation& place = info.instructions[row.instructions.front()].location;
        only.line = source_line_name(place.file, place.line);
        break;
    }
    default:
        return;
    }
    toggle_restriction(pane_, std::move(only));
}

void LaneView::show_launches(const SimtRow& row) {
    const auto recording = shown_.recording;
    const bool of_kernel = shown_.by == SimtBy::kernel;
    times_.start(
        [recording, of_kernel, number = row.number, kernel = row.name,
         &pool = pane_.pool()](const JobContext& job) {
            const auto is_of = [&](std::size_t launch) {
                return of_kernel ? recording->info().launches[launch].kernel == kernel : launch == number;
            };
            return window_of_launches(*recording, is_of, pool, job);
        },
        [this, recording](TimeWindow window) {
            if (recording == pane_.recording() && window.count() != 0) show_window(pane_, window);
        });
}

void LaneView::show_image() {
    ImageLook look = pane_.choices().image;
    look.quantity = pixel_quantity_named("branching-rate");
    pane_.set_image_look(look);
    pane_.set_shown(Shown::image);
}

} // namespace hitmap
