#include "render/plot/rate_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

/// Where a fitted axis can begin. The last one is as near to 1 as differences of curves are of interest.
constexpr std::array axis_begins{0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99};
/// Room between the values and the ends of the axis, as a share of what it shows below 100 %.
constexpr double room_at_ends = 0.035;

/// 1 without values.
double smallest_value(const PlotData& plot) {
    double least = 1.0;
    // Comparisons with NaN are false, so that std::min ignores it as its second argument.
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& point : series.points)
            least = std::min(least, point.y);
        for (const PlotRange& spread : series.spread)
            least = std::min(least, spread.min);
    }
    return least;
}

bool has_values(const PlotData& plot) {
    return std::ranges::any_of(plot.series, [](const PlotSeries& series) {
        return std::ranges::any_of(series.points,
                                   [](const PlotPoint& point) { return !std::isnan(point.y); });
    });
}

/// The end below that leaves room for the smallest value.
double begin_for(double least) {
    double begin = axis_begins.front();
    for (const double candidate : axis_begins)
        if (least >= candidate + room_at_ends * (1.0 - candidate)) begin = candidate;
    return begin;
}

} // namespace

void set_rate_axis(PlotData& plot, RateAxis axis) {
    const double begin = axis == RateAxis::fitted && has_values(plot) ? begin_for(smallest_value(plot)) : 0.0;
    plot.y.range = PlotRange{begin, 1.0 + room_at_ends * (1.0 - begin)};
    plot.y.broken = begin > 0.0;
    if (plot.y.broken && !plot.y.title.empty()) plot.y.title += ", " + rate_axis_text(plot.y);
}

std::string rate_axis_text(const PlotAxis& axis) {
    return axis.broken ? fmt::format("from {:.0f} %", 100.0 * axis.range->min) : std::string();
}

RateAxis rate_axis_of(const View& view) {
    return view.range_mode == RangeMode::full ? RateAxis::full : RateAxis::fitted;
}

} // namespace hitmap
