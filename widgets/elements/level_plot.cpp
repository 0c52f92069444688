#include "widgets/elements/level_plot.h"

#include "widgets/base/tr.h"

#include <string>

namespace hitmap {

namespace {

std::string level_words(const char* text) {
    return tr(text).toStdString();
}

template <class Value>
PlotSeries series_of(const char* title, const std::vector<TreeLevel>& levels, const Value& value) {
    PlotSeries series{.title = level_words(title), .points = {}};
    for (std::size_t level = 0; level < levels.size(); ++level)
        series.points.push_back({static_cast<double>(level), value(levels[level])});
    return series;
}

std::vector<PlotSeries> lookup_series(const std::vector<TreeLevel>& levels, std::size_t cache) {
    return {series_of("misses", levels,
                      [cache](const TreeLevel& level) { return level.sums.levels[cache].miss_count(); }),
            series_of("hits", levels,
                      [cache](const TreeLevel& level) { return level.sums.levels[cache].hit_count(); })};
}

} // namespace

const std::vector<LevelBars>& level_bars() {
    using enum LevelBars;
    static const std::vector<LevelBars> all{l1_lookups, l2_lookups, accesses, boxes};
    return all;
}

QString title_of(LevelBars bars) {
    switch (bars) {
    case LevelBars::l1_lookups:
        return tr("L1 look-ups of boxes by level");
    case LevelBars::l2_lookups:
        return tr("L2 look-ups of boxes by level");
    case LevelBars::accesses:
        return tr("Accesses of boxes by level");
    case LevelBars::boxes:
        break;
    }
    return tr("Boxes by level");
}

PlotData level_plot(const std::vector<TreeLevel>& levels, LevelBars bars, bool counts_accesses) {
    PlotData plot;
    plot.title = title_of(bars).toStdString();
    plot.x = {.title = level_words("Level"), .csv_name = "level"};
    plot.look = PlotLook::stacked_bars;
    for (std::size_t level = 0; level < levels.size(); ++level)
        plot.x.labels.push_back(std::to_string(level));
    switch (bars) {
    case LevelBars::l1_lookups:
    case LevelBars::l2_lookups:
        plot.y = {.title = level_words("Look-ups"), .csv_name = "lookups"};
        plot.series = lookup_series(levels, bars == LevelBars::l1_lookups ? 0 : 1);
        break;
    case LevelBars::accesses:
        plot.y = {.title = level_words("Accesses"), .csv_name = "accesses"};
        plot.empty_text = level_words("This recording does not say how often boxes were accessed.");
        if (counts_accesses)
            plot.series = {series_of("accesses", levels, [](const TreeLevel& level) {
                return static_cast<double>(level.sums.accesses);
            })};
        break;
    case LevelBars::boxes:
        plot.y = {.title = level_words("Boxes"), .csv_name = "boxes"};
        plot.series = {series_of("accessed", levels,
                                 [](const TreeLevel& level) { return static_cast<double>(level.accessed); }),
                       series_of("not accessed", levels, [](const TreeLevel& level) {
                           return static_cast<double>(level.boxes - level.accessed);
                       })};
        break;
    }
    return plot;
}

} // namespace hitmap
