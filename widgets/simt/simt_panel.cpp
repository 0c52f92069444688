#include "widgets/simt/simt_panel.h"

#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/simt/compaction_view.h"
#include "widgets/simt/inactive_view.h"
#include "widgets/simt/instruction_view.h"
#include "widgets/simt/lane_view.h"
#include "widgets/simt/lifetime_view.h"
#include "widgets/simt/path_view.h"
#include "widgets/simt/slot_view.h"
#include "widgets/simt/view_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

SimtPanel::SimtPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      view_(new QComboBox),
      stack_(new QStackedWidget),
      lanes_(new LaneView(pane)) {
    add_views();
    lay_out();
    connect_model();
    follow_choice();
}

void SimtPanel::add_views() {
    stack_->addWidget(lanes_);
    views_ = {new InstructionView(pane_), new InactiveView,    new CompactionView(pane_),
              new LifetimeView,           new SlotView(pane_), new PathView(pane_)};
    for (ExecutionView* view : views_)
        stack_->addWidget(view);
    missing_ = make_missing_page();
    stack_->addWidget(missing_);
    const std::pair<SimtView, QString> titles[] = {{SimtView::active_lanes, tr("Active lanes of requests")},
                                                   {SimtView::instructions, tr("Instructions: hotspots")},
                                                   {SimtView::inactive_slots, tr("Inactive slots by cause")},
                                                   {SimtView::compaction, tr("Thread compaction")},
                                                   {SimtView::lifetimes, tr("Lifetimes")},
                                                   {SimtView::warp_slots, tr("Warp slots over time")},
                                                   {SimtView::thread_paths, tr("Thread paths")}};
    for (const auto& [view, title] : titles)
        view_->addItem(title, static_cast<int>(view));
}

QWidget* SimtPanel::make_missing_page() {
    why_ = make_note("simt_missing");
    record_ = new QPushButton(tr("&Record Again with Basic Blocks"));
    record_->setObjectName(QStringLiteral("simt_record"));
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(why_);
    rows->addWidget(record_, 0, Qt::AlignLeft);
    rows->addStretch(1);
    return page;
}

void SimtPanel::lay_out() {
    view_->setObjectName(QStringLiteral("simt_view"));
    view_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    bar_ = new JobBar(work_);
    bar_->make_narrow();
    bar_->set_title(tr("Basic blocks"));
    auto* choice = new QHBoxLayout;
    auto* label = new QLabel(tr("Show"));
    label->setBuddy(view_);
    choice->addWidget(label);
    choice->addWidget(view_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(choice);
    rows->addWidget(bar_);
    rows->addWidget(stack_, 1);
}

void SimtPanel::connect_model() {
    // Choosing the same view again is also handled, since its job may have been stopped.
    connect(view_, QOverload<int>::of(&QComboBox::activated), this, &SimtPanel::choose_view);
    connect(view_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &SimtPanel::choose_view);
    connect(record_, &QPushButton::clicked, this, &SimtPanel::record_again);
    pane_.follow_panel<SimtDisplay>(this, &SimtPanel::follow_choice);
    connect(&pane_, &Pane::recording_changed, this, &SimtPanel::request);
    connect(&work_, &JobRunner::stopped, this, [this] {
        counting_.reset();
        failure_ = tr("Stopped. Choose the view again to count.");
        show_view();
    });
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) {
        counting_.reset();
        failure_ = message;
        show_view();
    });
}

void SimtPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

ExecutionView* SimtPanel::chosen_view() const {
    const auto view = static_cast<std::size_t>(pane_.choices().panel<SimtDisplay>().view);
    return view == 0 ? nullptr : views_.at(view - 1);
}

void SimtPanel::choose_view() {
    SimtDisplay display = pane_.choices().panel<SimtDisplay>();
    display.view = static_cast<SimtView>(view_->currentData().toInt());
    pane_.set_panel(display);
    request();
}

void SimtPanel::follow_choice() {
    const QSignalBlocker quiet(view_);
    view_->setCurrentIndex(view_->findData(static_cast<int>(pane_.choices().panel<SimtDisplay>().view)));
    request();
}

void SimtPanel::request() {
    const auto recording = pane_.recording();
    if (results_ != nullptr && results_->recording != recording) show_results(nullptr);
    const bool wanted = isVisible() && chosen_view() != nullptr && recording != nullptr &&
                        !recording->info().has_sums() && results_ == nullptr;
    if (wanted && counting_ != recording) {
        work_.stop();
        failure_.clear();
        counting_ = recording;
        work_.start([recording, &pool = pane_.pool()](
                        const JobContext& job) { return count_executions(recording, pool, job); },
                    [this, recording](std::shared_ptr<const ExecutionResults> results) {
                        counting_.reset();
                        if (recording == pane_.recording()) show_results(std::move(results));
                    });
    } else if (counting_ != nullptr && counting_ != recording) {
        work_.stop();
    }
    show_view();
}

void SimtPanel::show_results(std::shared_ptr<const ExecutionResults> results) {
    results_ = std::move(results);
    for (ExecutionView* view : views_)
        view->show_results(
            results_ != nullptr && (results_->has_events() || !view->needs_events()) ? results_ : nullptr);
    show_view();
}

void SimtPanel::show_view() {
    ExecutionView* const view = chosen_view();
    if (view == nullptr) return stack_->setCurrentWidget(lanes_);
    const auto recording = pane_.recording();
    if (recording == nullptr || counting_ != nullptr) return show_missing({}, false);
    if (recording->info().has_sums())
        return show_missing(tr("A recording of sums has no warps, so that this is not known."), false);
    if (!failure_.isEmpty()) return show_missing(failure_, false);
    if (results_ != nullptr && view->needs_events() && !results_->has_events())
        return show_missing(
            tr("This needs execution events: which basic blocks each warp executes, with which lanes. The "
               "recording has none.\n\nRecord them with File > New Recording, Basic blocks on, or with "
               "hitmap trace --blocks. Your own tracer writes them with the recorder."),
            recording->traced);
    stack_->setCurrentWidget(view);
}

void SimtPanel::show_missing(const QString& why, bool can_record) {
    show_note(*why_, why);
    record_->setVisible(can_record);
    stack_->setCurrentWidget(missing_);
}

void SimtPanel::record_again() {
    const auto recording = pane_.recording();
    if (recording == nullptr) return;
    TraceRequest request = request_of(*recording);
    request.options.records_blocks = true;
    const PaneChoices choices = pane_.choices();
    pane_.open(request, pane_.config(), choices);
}

} // namespace hitmap
