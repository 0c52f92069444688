#include "widgets/model/live_caches.h"

#include "core/profile/live/capacity_rates.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QTimer>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

QString level_name(std::size_t level) {
    return level == 0 ? QStringLiteral("L1") : QStringLiteral("L2");
}

LevelSums sums_of(const std::vector<KindSums>& totals, std::size_t level) {
    LevelSums sums;
    for (const KindSums& kind : totals)
        sums += level == 0 ? kind.l1 : kind.l2;
    return sums;
}

} // namespace

LiveCaches::LiveCaches(Pane& pane, const std::array<const CacheLevelEdit*, 2>& levels, QWidget* parent)
    : QWidget(parent), pane_(pane), levels_(levels), plot_(new XyPlot), state_(new QLabel) {
    plot_->setObjectName(QStringLiteral("capacity_plot"));
    plot_->setAccessibleName(tr("Hit rate over the capacity"));
    plot_->setMinimumHeight(150);
    plot_->setMaximumHeight(220); // so that the sliders and it fit into a low panel together
    state_->setObjectName(QStringLiteral("live_state"));
    state_->setTextFormat(Qt::PlainText);
    state_->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(plot_);
    rows->addWidget(state_);
    plot_->hide();
    const auto show_all = [this] {
        request_curve();
        show_mark();
        show_state();
    };
    connect(&pane_.live(), &PaneLive::distances_changed, this, show_all);
    connect(&pane_, &Pane::profile_changed, this, show_all);
    connect(&pane_, &Pane::work_changed, this, &LiveCaches::show_state);
}

void LiveCaches::set_choice(const ModelChoice& choice) {
    choice_ = choice;
    request_curve();
    show_mark();
    show_state();
}

void LiveCaches::set_error(const QString& error) {
    error_ = error;
    show_state();
}

void LiveCaches::follow(std::size_t level) {
    plotted_ = level;
    request_curve();
    show_mark();
    show_state();
    reveals_ = true;
    reveal_curve();
}

const CacheGeometry& LiveCaches::plotted() const {
    return plotted_ == 0 ? choice_.l1 : choice_.l2;
}

void LiveCaches::request_curve() {
    const CacheLevelEdit& level = *levels_[plotted_];
    const CurveOf wanted{pane_.live().distances_for(choice_), plotted_, level.curve_ways(),
                         std::max(plotted().capacity, level.largest())};
    if (wanted.distances == nullptr) {
        hide_curve();
        return;
    }
    if (curve_of_ == wanted) return;
    curve_of_ = wanted;
    curve_job_.start(
        [wanted](const JobContext& job) {
            const KeptDistances& kept = wanted.distances->kept();
            return rates_over_capacity(kept, wanted.level, wanted.ways, kept.line[wanted.level], wanted.last,
                                       job);
        },
        [this, of = plotted_](const std::vector<CapacityRate>& rates) {
            if (of != plotted_) return;
            PlotData shown;
            shown.title = tr("%1 hit rate by capacity, whole recording").arg(level_name(of)).toStdString();
            shown.x = {tr("capacity, bytes").toStdString(), "capacity", AxisNumbers::bytes, true};
            shown.y = {tr("hit rate").toStdString(), "hit_rate", AxisNumbers::shares};
            shown.y.range = PlotRange{0.0, 1.0};
            PlotSeries& curve = shown.series.emplace_back();
            curve.title = level_name(of).toStdString();
            for (const CapacityRate& rate : rates)
                curve.points.push_back({static_cast<double>(rate.capacity), rate.rate});
            shown.empty_text = tr("There are no look-ups.").toStdString();
            plot_->set_data(std::move(shown));
            plot_->show();
            show_mark();
            hold_height();
            reveal_curve();
        });
}

void LiveCaches::hide_curve() {
    curve_job_.stop();
    curve_of_.reset();
    plot_->hide();
    if (!plot_->data().series.empty()) plot_->set_data({});
}

void LiveCaches::reveal_curve() {
    // A curve that has just appeared gets its place, and the panel its height, with the next events.
    QTimer::singleShot(0, this, [this] {
        if (!reveals_ || !plot_->isVisible()) return;
        for (QWidget* around = parentWidget(); around != nullptr; around = around->parentWidget())
            if (auto* const scroll = qobject_cast<QScrollArea*>(around)) {
                scroll->ensureWidgetVisible(plot_, 0, 0);
                // Nor may the slider go out of view.
                scroll->ensureWidgetVisible(&levels_[plotted_]->capacity_slider(), 0, 0);
                break;
            }
        reveals_ = plot_->visibleRegion().boundingRect().height() < plot_->height();
    });
}

void LiveCaches::show_mark() {
    // The curve of the other level stays, with its own mark, until this one's is complete.
    if (plot_->data().series.empty() ||
        plot_->data().series.front().title != level_name(plotted_).toStdString())
        return;
    PlotData shown = plot_->data();
    const CacheGeometry& cache = plotted();
    shown.marked_x = static_cast<double>(cache.capacity);
    QString mark = QString::fromStdString(format_size(cache.capacity)); // as its field has it
    // The rate of the simulation or of the slider is exact; the curve is not where distances are in bins.
    // A rate of another model or of other accesses is not on the curve.
    const auto simulation = pane_.simulation();
    if (simulation != nullptr && simulation->config.preset == choice_.preset &&
        simulation->config.only == choice_.only &&
        (plotted_ == 0 ? simulation->config.l1 : simulation->config.l2) == cache)
        mark += QStringLiteral(": %1").arg(rate_text(sums_of(simulation->totals, plotted_)));
    shown.mark_title = mark.toStdString();
    plot_->set_data(std::move(shown));
}

void LiveCaches::show_state() {
    state_->setText(state_text());
    hold_height();
}

/// The form around it keeps the height from before the text became longer, and would squeeze the sliders.
void LiveCaches::hold_height() {
    layout()->invalidate();
    setMinimumHeight(layout()->heightForWidth(width()));
}

void LiveCaches::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) hold_height();
    if (reveals_) reveal_curve();
}

QString LiveCaches::state_text() const {
    if (!error_.isEmpty()) return error_;
    const QString refusal = pane_.live().refusal(choice_);
    const auto simulation = pane_.simulation();
    if (!refusal.isEmpty() || simulation == nullptr) return refusal;
    const auto distances = pane_.live().distances_for(choice_);
    if (distances == nullptr)
        return tr(
            "The first move finds the reuse distances, which the caches do not change; then everything is "
            "recoloured while a slider moves.");
    return tr("Whole recording: L1 %1, L2 %2. The reuse distances take %3.")
               .arg(rate_text(sums_of(simulation->totals, 0)), rate_text(sums_of(simulation->totals, 1)),
                    bytes_text(distances->kept().memory_bytes() +
                               (distances->kept().sms ? distances->kept().sms->memory_bytes() : 0))) +
           missing_sums(distances->kept().sms != nullptr);
}

QString LiveCaches::missing_sums(bool has_sms) const {
    if (!pane_.live().shown()) return {};
    const QString sums = has_sms ? tr("sums of single pixels") : tr("sums of single pixels and SMs");
    if (!pane_.work().title().isEmpty()) return tr(" The simulation adds the %1.").arg(sums);
    if (moves()) return tr(" The %1 follow when the slider is let go.").arg(sums);
    return tr(" Apply and simulate finds the %1.").arg(sums); // The simulation was stopped.
}

bool LiveCaches::moves() const {
    return std::ranges::any_of(levels_, &CacheLevelEdit::moves);
}

} // namespace hitmap
