#include "widgets/model/live_caches.h"

#include "core/profile/live/capacity_rates.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_slider.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint64_t capacity_steps = 16; ///< per power of two
constexpr std::uint64_t ways_steps = 4;
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

LiveCaches::LiveCaches(Pane& pane, QWidget* parent)
    : QWidget(parent), pane_(pane), plot_(new XyPlot), state_(new QLabel) {
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(2);
    for (std::size_t level = 0; level < levels_.size(); ++level)
        add_level(*grid, level);
    plot_->setObjectName(QStringLiteral("capacity_plot"));
    plot_->setAccessibleName(tr("Hit rate over the capacity"));
    plot_->setMinimumHeight(150);
    state_->setObjectName(QStringLiteral("live_state"));
    state_->setTextFormat(Qt::PlainText);
    state_->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(grid);
    rows->addWidget(plot_);
    rows->addWidget(state_);
    plot_->hide();
    connect(&pane_, &Pane::distances_changed, this, &LiveCaches::request_curve);
    connect(&pane_, &Pane::profile_changed, this, [this] {
        if (pane_.distances() == nullptr) plot_->hide();
        show_mark();
        show_state();
    });
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

void LiveCaches::set_caches(const CacheGeometry& l1, const CacheGeometry& l2) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        Level& of = levels_[level];
        const CacheGeometry& cache = level == 0 ? l1 : l2;
        if (of.cache == cache) continue;
        const bool other_curve = of.cache.ways != cache.ways || of.cache.line != cache.line;
        of.cache = cache;
        of.chosen_ways = cache.ways;
        of.full = cache.ways == cache.lines();
        show_level(level);
        if (level == plotted_ && other_curve) request_curve();
    }
    show_mark();
    show_state();
}

void LiveCaches::take_capacity(std::size_t level) {
    Level& of = levels_[level];
    of.cache.capacity = of.capacity->number() * of.cache.line;
    of.cache.ways = of.full ? of.cache.lines() : std::min(of.chosen_ways, of.cache.lines());
    tell_moved(level);
}

void LiveCaches::take_ways(std::size_t level) {
    Level& of = levels_[level];
    of.cache.ways = of.chosen_ways = of.ways->number();
    of.full = of.cache.ways == of.cache.lines();
    tell_moved(level);
    request_curve();
}

void LiveCaches::tell_moved(std::size_t level) {
    show_level(level);
    const bool other = std::exchange(plotted_, level) != level;
    Q_EMIT moved(level);
    if (other) request_curve();
    show_mark();
    show_state();
}

void LiveCaches::show_level(std::size_t level) {
    Level& of = levels_[level];
    const std::uint64_t lines = of.cache.lines();
    of.capacity->set_last(std::max(lines, largest_capacity[level] / of.cache.line), capacity_steps);
    of.capacity->set_number(lines);
    of.ways->set_last(lines, ways_steps);
    of.ways->set_number(of.cache.ways);
    of.capacity_text->setText(capacity_text(of.cache));
    of.ways_text->setText(ways_text(of.cache));
}

void LiveCaches::request_curve() {
    const auto distances = pane_.distances();
    const Level& of = levels_[plotted_];
    if (distances == nullptr || distances->kept().line[plotted_] != of.cache.line) {
        plot_->hide();
        show_state();
        return;
    }
    const std::uint64_t last = std::max(of.cache.capacity, largest_capacity[plotted_]);
    curve_job_.start(
        [distances, level = plotted_, ways = of.full ? 0 : of.chosen_ways, last](const JobContext& job) {
            const std::uint64_t line = distances->kept().line[level];
            return rates_over_capacity(distances->kept(), level, ways, line, last, job);
        },
        [this, level = plotted_](const std::vector<CapacityRate>& rates) {
            if (level != plotted_) return;
            PlotData shown;
            shown.title = tr("%1 hit rate by capacity").arg(level_name(level)).toStdString();
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
        });
}

void LiveCaches::show_mark() {
    if (plot_->data().series.empty()) return;
    PlotData shown = plot_->data();
    const CacheGeometry& cache = levels_[plotted_].cache;
    shown.marked_x = static_cast<double>(cache.capacity);
    QString mark = capacity_text(cache);
    // The rate of the simulation or of the preview is exact; the curve is not where distances are in bins.
    const auto simulation = pane_.simulation();
    if (simulation != nullptr && (plotted_ == 0 ? simulation->config.l1 : simulation->config.l2) == cache)
        mark += QStringLiteral(": %1").arg(rate_text(sums_of(simulation->totals, plotted_)));
    shown.mark_title = mark.toStdString();
    plot_->set_data(std::move(shown));
}

void LiveCaches::show_state() {
    ModelChoice config = pane_.config();
    config.l1 = levels_[0].cache;
    config.l2 = levels_[1].cache;
    const QString refusal = pane_.preview_refusal(config);
    const auto simulation = pane_.simulation();
    if (!refusal.isEmpty() || simulation == nullptr) {
        state_->setText(refusal);
    } else if (pane_.distances() == nullptr) {
        state_->setText(tr("The first move finds the reuse distances, which the caches do not change; then "
                           "everything is recoloured while a slider moves."));
    } else {
        state_->setText(
            tr("L1 %1, L2 %2. The reuse distances take %3. Sums of single SMs and pixels follow when "
               "the slider is let go.")
                .arg(rate_text(sums_of(simulation->totals, 0)), rate_text(sums_of(simulation->totals, 1)),
                     bytes_text(pane_.distances()->kept().memory_bytes())));
    }
}

} // namespace hitmap
