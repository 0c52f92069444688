#include "widgets/simt/simt_panel.h"

#include "core/analysis/simt/active_lanes.h"
#include "core/cache/results/source_lines.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/controls/job_bar.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/toggle_restriction.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/simt/simt_rows.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <array>
#include <utility>

namespace hitmap {

namespace {

SimtSums count_lanes(const OpenRecording& recording, SimtBy by, std::uint64_t frames, ThreadPool& pool,
                     const JobContext& job) {
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    return sum_active_lanes(*source, std::array{by}, frames, job);
}

} // namespace

SimtPanel::SimtPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      by_(new QComboBox),
      table_(new DataTable(QStringLiteral("simt_rows"), simt_table_columns(SimtBy::line),
                           DataTable::Height::scrolls)),
      note_(new QLabel),
      plot_(new XyPlot) {
    lay_out();
    connect_model();
    show_nothing({});
}

void SimtPanel::lay_out() {
    by_->setObjectName(QStringLiteral("simt_by"));
    for (const SimtByInfo& table : simt_tables())
        if (table.by != SimtBy::pixel) by_->addItem(title_of(table.by), static_cast<int>(table.by));
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
    auto* label = new QLabel(tr("SIMT &efficiency by"));
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
    rows->addLayout(choice);
    rows->addWidget(bar_);
    rows->addWidget(parts, 1);
    rows->addWidget(note_);
}

void SimtPanel::connect_model() {
    // Choosing the same table again is also handled, since its job may have been stopped.
    connect(by_, QOverload<int>::of(&QComboBox::activated), this, &SimtPanel::request);
    connect(by_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &SimtPanel::request);
    connect(&pane_, &Pane::recording_changed, this, &SimtPanel::request);
    connect(&pane_, &Pane::frames_changed, this, &SimtPanel::request);
    connect(table_, &DataTable::row_chosen, this, &SimtPanel::show_plot);
    connect(table_, &DataTable::row_activated, this, &SimtPanel::activate);
    connect(&work_, &JobRunner::failed, table_, &DataTable::failed);
    connect(&work_, &JobRunner::stopped, this, [this] {
        counting_.reset();
        show_nothing(tr("Stopped. Choose from the list again to count."));
    });
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) {
        counting_.reset();
        show_nothing(message);
    });
}

void SimtPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

SimtPanel::Subject SimtPanel::subject() const {
    const auto by = static_cast<SimtBy>(by_->currentData().toInt());
    return {pane_.recording(), by, by == SimtBy::frame ? pane_.choices().frames.total : 1};
}

void SimtPanel::request() {
    Subject wanted = subject();
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

void SimtPanel::show_sums(Subject subject, SimtSums sums) {
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

void SimtPanel::show_nothing(const QString& why) {
    shown_ = {};
    sums_.reset();
    table_->set_rows({});
    plot_->set_data({});
    note_->setText(why);
    note_->setVisible(!why.isEmpty());
}

void SimtPanel::show_plot(int row) {
    if (sums_ && row >= 0) plot_->set_data(lane_plot(*sums_, static_cast<std::size_t>(row)));
}

void SimtPanel::show_note() {
    QStringList notes;
    const SimtTable& table = sums_->tables.front();
    const bool colours = shown_.by == SimtBy::line || shown_.by == SimtBy::instruction ||
                         shown_.by == SimtBy::allocation || shown_.by == SimtBy::ray_kind;
    if (!table.why_empty.empty())
        notes.append(tr("There are no rows: %1.").arg(text_of(table.why_empty)));
    else if (colours && can_restrict(pane_))
        notes.append(
            tr("Enter or a double click colours the mesh by one row alone; again, or Esc: by everything."));
    else if (shown_.by == SimtBy::frame)
        notes.append(tr("Enter or a double click shows the frame."));
    if (shown_.by == SimtBy::allocation || shown_.by == SimtBy::ray_kind || shown_.by == SimtBy::bounce)
        notes.append(tr("A request counts in each row that one of its lanes belongs to, with these lanes."));
    if (shown_.by != SimtBy::frame && pane_.choices().frames.total > 1)
        notes.append(tr("Of the whole recording, whatever frames are chosen."));
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
}

void SimtPanel::activate(int row) {
    if (!sums_ || shown_.recording != pane_.recording()) return;
    const RecordingInfo& info = shown_.recording->info();
    const SimtRow* const chosen =
        row > 0 ? &sums_->tables.front().rows[static_cast<std::size_t>(row - 1)] : nullptr;
    if (chosen == nullptr) return toggle_restriction(pane_, {});
    Restriction only;
    switch (shown_.by) {
    case SimtBy::frame:
        return pane_.set_frames({shown_.frames, chosen->number, 1});
    case SimtBy::ray_kind:
        if (chosen->number != no_simt_number)
            toggle_rays(pane_, {static_cast<std::uint8_t>(chosen->number), {}});
        return;
    case SimtBy::allocation:
        if (chosen->number == no_simt_number) return;
        only.allocation = allocation_labels(info)[chosen->number];
        break;
    case SimtBy::instruction:
        only.instruction = chosen->instructions.front();
        break;
    case SimtBy::line: {
        const SourceLocation& place = info.instructions[chosen->instructions.front()].location;
        only.line = source_line_name(place.file, place.line);
        break;
    }
    default:
        return;
    }
    toggle_restriction(pane_, std::move(only));
}

} // namespace hitmap
