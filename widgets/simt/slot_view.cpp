#include "widgets/simt/slot_view.h"

#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/plot/plot_box.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/simt/slot_plot.h"
#include "widgets/simt/view_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <map>

namespace hitmap {

SlotView::SlotView(Pane& pane, QWidget* parent)
    : ExecutionView(parent),
      pane_(pane),
      sm_(new QComboBox),
      plot_(new SlotPlot),
      box_(new PlotBox(plot_)),
      note_(make_note("simt_slot_note")) {
    sm_->setObjectName(QStringLiteral("simt_sm"));
    plot_->setObjectName(QStringLiteral("simt_slots"));
    bar_ = new JobBar(work_);
    bar_->make_narrow();
    bar_->set_title(tr("Warp slots"));
    auto* choice = new QHBoxLayout;
    auto* label = new QLabel(tr("&SM"));
    label->setBuddy(sm_);
    choice->addWidget(label);
    choice->addWidget(sm_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(choice);
    rows->addWidget(bar_);
    rows->addWidget(box_, 1);
    rows->addWidget(note_);
    connect(sm_, QOverload<int>::of(&QComboBox::activated), this, [this] {
        SimtDisplay display = pane_.choices().panel<SimtDisplay>();
        display.sm = sm_->currentData().toUInt();
        pane_.set_panel(display);
        request(); // its job may have been stopped
    });
    pane_.follow_panel<SimtDisplay>(this, &SlotView::list_sms);
    connect(&pane_, &Pane::frames_changed, this, &SlotView::show_frames);
    connect(&pane_, &Pane::profile_changed, this, &SlotView::show_frames);
    connect(plot_, &XyPlot::point_chosen, this, &SlotView::choose_frame);
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) { show_note(*note_, message); });
    connect(&work_, &JobRunner::stopped, this, [this] {
        show_note(*note_, results_ == nullptr ? QString() : tr("Stopped. Choose an SM to find the times."));
    });
}

void SlotView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

void SlotView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    results_ = results;
    chart_ = nullptr;
    work_.stop();
    list_sms();
    request();
}

/// Lists the SMs that had warps and shows the one that the pane chooses, or the first one.
void SlotView::list_sms() {
    {
        const QSignalBlocker quiet(sm_);
        sm_->clear();
        std::map<std::uint32_t, std::uint64_t> warps;
        if (results_ != nullptr)
            for (const WarpLife& life : results_->sums.lives)
                ++warps[life.sm];
        for (const auto& [sm, count] : warps)
            sm_->addItem(tr("%1 (%n warps)", nullptr, static_cast<int>(count)).arg(sm), sm);
        const int chosen = sm_->findData(pane_.choices().panel<SimtDisplay>().sm);
        sm_->setCurrentIndex(chosen < 0 && sm_->count() > 0 ? 0 : chosen);
    }
    show_chart();
}

void SlotView::request() {
    if (!isVisible() || results_ == nullptr || chart_ != nullptr || work_.running()) return;
    work_.start(
        [results = results_, &pool = pane_.pool()](const JobContext& job) {
            const OpenRecording& recording = *results->recording;
            const auto source = request_source(*recording.file, pool, 0, recording.scene);
            return std::make_shared<const SlotChart>(slot_chart(*source, results->sums.lives, job));
        },
        [this, results = results_](std::shared_ptr<const SlotChart> chart) {
            if (results != results_) return;
            chart_ = std::move(chart);
            show_chart();
        });
}

void SlotView::show_chart() {
    plot_->show_sm(chart_, sm_->currentData().toUInt());
    show_note(*note_, chart_ == nullptr
                          ? QString()
                          : tr("A bar is a warp in its slot, from its first to its last basic block. Time is "
                               "%1. A click or Enter shows the frame in which it began.")
                                .arg(positions_name(*results_->recording)));
    if (results_ != nullptr) name_files(*results_, "warp-slots", nullptr, box_);
    show_frames();
}

void SlotView::show_frames() {
    const auto profile = pane_.profile();
    if (chart_ == nullptr || profile == nullptr) return;
    plot_->mark(frame_range_window(profile->positions(), pane_.choices().frames));
}

/// Shows the frame in which a warp began; with one frame for everything, divides time first.
void SlotView::choose_frame(std::size_t point) {
    if (results_ == nullptr || results_->recording != pane_.recording()) return;
    const std::uint64_t first = plot_->life(point).first;
    show_window(pane_, {first, first + 1});
}

} // namespace hitmap
