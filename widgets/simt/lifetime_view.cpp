#include "widgets/simt/lifetime_view.h"

#include "widgets/base/format.h"
#include "widgets/plot/plot_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/simt/execution_plots.h"
#include "widgets/simt/view_parts.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QString mean_text(const LifetimeHistogram& lifetimes) {
    return lifetimes.count == 0
               ? undefined_text()
               : fixed_number(static_cast<double>(lifetimes.sum) / static_cast<double>(lifetimes.count), 1);
}

} // namespace

LifetimeView::LifetimeView(QWidget* parent)
    : ExecutionView(parent),
      warps_(new PlotBox(new XyPlot)),
      threads_(new PlotBox(new XyPlot)),
      note_(make_note("simt_lifetime_note")) {
    warps_->plot().setObjectName(QStringLiteral("simt_warp_lifetimes"));
    threads_->plot().setObjectName(QStringLiteral("simt_thread_lifetimes"));
    auto* parts = make_parts("simt_lifetime_parts", warps_, threads_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(parts, 1);
    rows->addWidget(note_);
}

void LifetimeView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    if (results == nullptr) {
        warps_->plot().set_data({});
        threads_->plot().set_data({});
        return show_note(*note_, {});
    }
    const ExecutionSums& sums = results->sums;
    warps_->plot().set_data(lifetime_plot(sums.warp_lifetimes, tr("Lifetimes of warps"), tr("Warps")));
    threads_->plot().set_data(
        lifetime_plot(sums.thread_lifetimes, tr("Lifetimes of threads"), tr("Threads")));
    name_files(*results, "warp-lifetimes", nullptr, warps_);
    name_files(*results, "thread-lifetimes", nullptr, threads_);
    show_note(*note_, tr("A warp executes %1 basic blocks on average, %2 at most; a thread %3, %4 at most. "
                         "Persistent threads work for many pixels each.")
                          .arg(mean_text(sums.warp_lifetimes), count_text(sums.warp_lifetimes.longest),
                               mean_text(sums.thread_lifetimes), count_text(sums.thread_lifetimes.longest)));
}

} // namespace hitmap
