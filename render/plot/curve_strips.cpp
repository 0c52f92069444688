#include "render/plot/curve_strips.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace hitmap {

namespace {

/// The curves of one unit.
struct Strip {
    std::string unit;
    std::vector<const DrawnCurve*> curves;
};

std::string unit_of(Metric metric) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (quantity.is_share()) return "share";
    return quantity.unit.empty() ? info_of(metric).title : std::string(quantity.unit);
}

/// Whether values are shares of a whole, although the quantity may be a number: rates are below 1.
bool is_rate(Metric metric) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    return quantity.is_share() || (quantity.unit.empty() && quantity.number == NumberKind::number);
}

PlotSeries series_of(const DrawnCurve& drawn, bool names_metric) {
    PlotSeries series;
    series.title = names_metric ? drawn.title + ": " + info_of(drawn.curve->metric).title : drawn.title;
    series.look = drawn.look;
    for (std::size_t f = 0; f < drawn.curve->points.size(); ++f)
        series.points.push_back({static_cast<double>(f) + 0.5, drawn.curve->points[f].value});
    return series;
}

PlotData plot_of(const Strip& strip, const std::string& time, RateAxis rates) {
    const TimeCurve& first = *strip.curves.front()->curve;
    const bool is_one_metric = std::ranges::all_of(
        strip.curves, [&](const DrawnCurve* drawn) { return drawn->curve->metric == first.metric; });
    PlotData plot;
    plot.x.title = time;
    plot.x.range = {0.0, static_cast<double>(first.points.size())};
    plot.y.title = is_one_metric ? info_of(first.metric).title : strip.unit;
    plot.y.numbers = is_rate(first.metric) ? AxisNumbers::shares : AxisNumbers::counts;
    double most = 0.0;
    for (const DrawnCurve* const drawn : strip.curves) {
        plot.series.push_back(series_of(*drawn, !is_one_metric));
        for (const CurvePoint& point : drawn->curve->points)
            if (!std::isnan(point.value)) most = std::max(most, point.value);
    }
    if (info_of(first.metric.quantity).is_share())
        set_rate_axis(plot, rates);
    else
        plot.y.range = PlotRange{0.0, most == 0.0 ? 1.0 : most};
    return plot;
}

} // namespace

std::vector<PlotData> curve_strips(std::span<const DrawnCurve> curves, const std::string& time,
                                   RateAxis rates) {
    std::vector<Strip> strips;
    for (const DrawnCurve& drawn : curves) {
        if (drawn.curve->points.empty()) continue;
        const std::string unit = unit_of(drawn.curve->metric);
        auto strip = std::ranges::find(strips, unit, &Strip::unit);
        if (strip == strips.end()) strip = strips.insert(strips.end(), {unit, {}});
        strip->curves.push_back(&drawn);
    }
    std::vector<PlotData> plots;
    for (const Strip& strip : strips)
        plots.push_back(plot_of(strip, time, rates));
    return plots;
}

} // namespace hitmap
