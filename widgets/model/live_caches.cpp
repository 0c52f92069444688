#include "widgets/model/live_caches.h"

#include "core/base/error.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/profile/live/capacity_rates.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_slider.h"
#include "widgets/model/model_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QTimer>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::array<std::uint64_t, 2> largest_capacity{std::uint64_t{4} << 20, std::uint64_t{256} << 20};

QString level_name(std::size_t level) {
    return level == 0 ? QStringLiteral("L1") : QStringLiteral("L2");
}

QString ways_text(const CacheGeometry& cache) {
    return cache.ways == cache.lines() ? LiveCaches::tr("full") : count_text(cache.ways);
}

/// As the field above the slider shows it, where that is not a long number of bytes.
QString capacity_text(const CacheGeometry& cache) {
    constexpr std::uint64_t kibibyte = 1024;
    return cache.capacity % kibibyte == 0 ? QString::fromStdString(format_size(cache.capacity))
                                          : bytes_text(cache.capacity);
}

LevelSums sums_of(const std::vector<KindSums>& totals, std::size_t level) {
    LevelSums sums;
    for (const KindSums& kind : totals)
        sums += level == 0 ? kind.l1 : kind.l2;
    return sums;
}

} // namespace

LiveCaches::LiveCaches(Pane& pane, const ModelBox& model, QWidget* parent)
    : QWidget(parent), pane_(pane), model_(model), plot_(new XyPlot), state_(new QLabel) {
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(2);
    for (std::size_t level = 0; level < levels_.size(); ++level)
        add_level(*grid, level);
    plot_->setObjectName(QStringLiteral("capacity_plot"));
    plot_->setAccessibleName(tr("Hit rate over the capacity"));
    plot_->setMinimumHeight(150);
    plot_->setMaximumHeight(220); // so that the sliders and it fit into a low panel together
    state_->setObjectName(QStringLiteral("live_state"));
    state_->setTextFormat(Qt::PlainText);
    state_->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(grid);
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

CacheSlider* LiveCaches::add_slider(QGridLayout& grid, const QString& title, const QString& name,
                                    const QString& tip, QLabel*& value) {
    auto* slider = new CacheSlider(title);
    slider->setObjectName(name);
    slider->setToolTip(tip);
    value = new QLabel;
    value->setObjectName(name + QStringLiteral("_text"));
    value->setTextFormat(Qt::PlainText);
    value->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("999.99 MiB")));
    auto* label = new QLabel(title);
    label->setBuddy(slider);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(slider, row, 1);
    grid.addWidget(value, row, 2);
    grid.setColumnStretch(1, 1);
    return slider;
}

void LiveCaches::add_level(QGridLayout& grid, std::size_t level) {
    Level& of = levels_[level];
    const QString name = level_name(level);
    of.capacity =
        add_slider(grid, tr("%1 capacity").arg(name), name.toLower() + QStringLiteral("_capacity_slider"),
                   tr("Changes the capacity in steps of the line; everything is recoloured while it "
                      "moves. Left and Right: a step; Page Up and Page Down: a power of two"),
                   of.capacity_text);
    of.ways = add_slider(grid, tr("%1 ways").arg(name), name.toLower() + QStringLiteral("_ways_slider"),
                         tr("Changes the lines of a set, up to all (full); everything is recoloured while it "
                            "moves"),
                         of.ways_text);
    connect(of.capacity, &CacheSlider::moved, this, [this, level] { take_capacity(level); });
    connect(of.ways, &CacheSlider::moved, this, [this, level] { take_ways(level); });
    for (const CacheSlider* slider : {of.capacity, of.ways})
        connect(slider, &CacheSlider::rested, this, &LiveCaches::rested);
}

CacheGeometry LiveCaches::cache(std::size_t level) const {
    return levels_[level].cache;
}

void LiveCaches::set_choice(const ModelChoice& choice) {
    const bool other_model = preset_ != choice.preset;
    preset_ = choice.preset;
    only_ = choice.only;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        Level& of = levels_[level];
        const CacheGeometry& cache = level == 0 ? choice.l1 : choice.l2;
        const bool other_cache = of.cache != cache;
        if (other_cache) {
            of.cache = cache;
            of.chosen_ways = cache.ways;
            of.full = cache.ways == cache.lines();
        }
        if (other_cache || other_model) show_level(level);
    }
    request_curve();
    show_mark();
    show_state();
}

void LiveCaches::set_error(const QString& error) {
    error_ = error;
    show_state();
}

ModelChoice LiveCaches::choice() const {
    return {levels_[0].cache, levels_[1].cache, preset_, only_};
}

PossibleCache LiveCaches::possible(std::size_t level) const {
    // A preset that cannot be read refuses nothing; the simulation reports the error.
    if (model_.gpu() == nullptr) return {};
    // The other level is that of the GPU: what is typed there may be invalid.
    return [level, config = hierarchy_config(*model_.gpu())](const CacheGeometry& cache) mutable {
        (level == 0 ? config.l1 : config.l2) = cache;
        try {
            check_hierarchy(config);
            return true;
        } catch (const UsageError&) {
            return false;
        }
    };
}

void LiveCaches::take_capacity(std::size_t level) {
    Level& of = levels_[level];
    of.cache = with_lines(of.cache, of.capacity->number(), of.full ? 0 : of.chosen_ways);
    tell_moved(level);
}

void LiveCaches::take_ways(std::size_t level) {
    Level& of = levels_[level];
    of.cache.ways = of.chosen_ways = of.ways->number();
    of.full = of.cache.ways == of.cache.lines();
    tell_moved(level);
}

void LiveCaches::tell_moved(std::size_t level) {
    show_level(level);
    plotted_ = level;
    Q_EMIT moved(level);
    request_curve();
    show_mark();
    show_state();
    reveals_ = true;
    reveal_curve();
}

void LiveCaches::show_level(std::size_t level) {
    Level& of = levels_[level];
    const std::uint64_t lines = of.cache.lines();
    const PossibleCache can_be = possible(level);
    of.capacity->set_numbers(line_numbers(of.cache, of.full ? 0 : of.chosen_ways,
                                          std::max(lines, largest_capacity[level] / of.cache.line), can_be));
    of.capacity->set_number(lines);
    of.ways->set_numbers(way_numbers(of.cache, can_be));
    of.ways->set_number(of.cache.ways);
    of.capacity_text->setText(capacity_text(of.cache));
    of.ways_text->setText(ways_text(of.cache));
}

void LiveCaches::request_curve() {
    const Level& of = levels_[plotted_];
    const CurveOf wanted{pane_.live().distances_for(choice()), plotted_, of.full ? 0 : of.chosen_ways,
                         std::max(of.cache.capacity, largest_capacity[plotted_])};
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
        [this, level = plotted_](const std::vector<CapacityRate>& rates) {
            if (level != plotted_) return;
            PlotData shown;
            shown.title = tr("%1 hit rate by capacity, whole recording").arg(level_name(level)).toStdString();
            shown.x = {tr("capacity, bytes").toStdString(), "capacity", AxisNumbers::bytes, true};
            shown.y = {tr("hit rate").toStdString(), "hit_rate", AxisNumbers::shares};
            shown.y.range = PlotRange{0.0, 1.0};
            PlotSeries& curve = shown.series.emplace_back();
            curve.title = level_name(level).toStdString();
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
                scroll->ensureWidgetVisible(levels_[0].capacity, 0, 0); // nor may the sliders go out of view
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
    const CacheGeometry& cache = levels_[plotted_].cache;
    shown.marked_x = static_cast<double>(cache.capacity);
    QString mark = capacity_text(cache);
    // The rate of the simulation or of the slider is exact; the curve is not where distances are in bins.
    // A rate of another model or of other accesses is not on the curve.
    const auto simulation = pane_.simulation();
    if (simulation != nullptr && simulation->config.preset == preset_ && simulation->config.only == only_ &&
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
    const ModelChoice config = choice();
    const QString refusal = pane_.live().refusal(config);
    const auto simulation = pane_.simulation();
    if (!refusal.isEmpty() || simulation == nullptr) return refusal;
    const auto distances = pane_.live().distances_for(config);
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
    return std::ranges::any_of(levels_,
                               [](const Level& of) { return of.capacity->moves() || of.ways->moves(); });
}

} // namespace hitmap
