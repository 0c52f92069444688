#include "render/plot/plot_axis.h"

#include "core/cache/array/cache_geometry.h"
#include "render/image/canvas.h"
#include "render/view/colour_range.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace hitmap {

namespace {

ValueStyle value_style(AxisNumbers numbers) {
    return numbers == AxisNumbers::shares ? ValueStyle::percent : ValueStyle::count;
}

bool has_labels(const PlotAxis& axis) {
    return !axis.labels.empty();
}

/// Returns ticks at multiples of an integer or, for bytes, of a power of two.
std::vector<double> whole_ticks(const PlotAxis& axis, const PlotRange& range, double length,
                                double distance) {
    const double least = distance * (range.max - range.min) / length;
    double step = std::max(1.0, std::ceil(least));
    if (!axis.logarithmic && !has_labels(axis))
        step = std::max(1.0, std::exp2(std::ceil(std::log2(std::max(least, 1.0)))));
    std::vector<double> places;
    const double first = axis.logarithmic ? range.min : std::ceil(range.min / step) * step;
    // The loop counts ticks, since adding a small step to a large number may not change it.
    const auto most = static_cast<int>((range.max - range.min) / step) + 1;
    for (int i = 0; i < most && first + i * step <= range.max; ++i)
        places.push_back(first + i * step);
    if (has_labels(axis)) { // the last label is always shown
        const double last = static_cast<double>(axis.labels.size()) - 1.0;
        std::erase_if(places, [&](double place) { return place > last - least; });
        places.push_back(last);
    }
    return places;
}

/// The largest sum of the series at one x.
double highest_stack(const PlotData& plot) {
    double most = 0.0;
    for (std::size_t i = 0; !plot.series.empty() && i < plot.series.front().points.size(); ++i) {
        double sum = 0.0;
        for (const PlotSeries& series : plot.series)
            sum += std::isnan(series.points[i].y) ? 0.0 : series.points[i].y;
        most = std::max(most, sum);
    }
    return most;
}

} // namespace

std::string axis_text(const PlotAxis& axis, double value, double step) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)));
    if (has_labels(axis)) return whole < axis.labels.size() ? axis.labels[whole] : std::string();
    if (axis.numbers == AxisNumbers::bytes) return format_size(whole);
    return value_label(value, value_style(axis.numbers), step);
}

double to_scale(const PlotAxis& axis, double value) {
    return axis.logarithmic ? std::log2(std::max(value, 1e-9)) : value;
}

double from_scale(const PlotAxis& axis, double place) {
    return axis.logarithmic ? std::exp2(place) : place;
}

PlotRange x_range(const PlotData& plot) {
    const PlotAxis& axis = plot.x;
    if (axis.range) return {to_scale(axis, axis.range->min), to_scale(axis, axis.range->max)};
    double least = plot.marked_x.value_or(0.0);
    // On a logarithmic axis, the mark must not be at the end.
    double most = axis.logarithmic ? 2.0 * least : least;
    bool any = plot.marked_x.has_value();
    for (const PlotSeries& series : plot.series) {
        if (series.points.empty()) continue;
        least = any ? std::min(least, series.points.front().x) : series.points.front().x;
        most = any ? std::max(most, series.points.back().x) : series.points.back().x;
        any = true;
    }
    PlotRange range{least, most};
    if (axis.logarithmic)
        range = {std::floor(std::log2(std::max(least, 2.0))), std::ceil(std::log2(std::max(most, 4.0)))};
    if (has_labels(axis)) range = {0.0, static_cast<double>(axis.labels.size()) - 1.0};
    constexpr double half_bar = 0.6; // half of a bar and a gap
    if (plot.look == PlotLook::bars || plot.look == PlotLook::stacked_bars)
        range = {range.min - half_bar, range.max + half_bar};
    const double finest = std::abs(range.min) * 1e-5; // ticks are floats and must differ
    if (range.max - range.min <= finest) range.max = range.min + std::max(1.0, finest);
    return range;
}

PlotRange y_range(const PlotData& plot) {
    if (plot.y.range) return *plot.y.range;
    if (plot.y.numbers == AxisNumbers::shares) return {0.0, 1.0};
    double most = 1.0;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points)
            most = std::max(most, point.y); // ignores NaN, for which comparisons are false
    if (plot.look == PlotLook::stacked_bars) most = std::max(most, highest_stack(plot));
    return {0.0, static_cast<float>(1.05 * most)}; // rounded to float, like the ranges of ticks
}

std::vector<AxisTick> axis_ticks(const PlotAxis& axis, const PlotRange& range, double length, double distance,
                                 const AxisText& text) {
    if (axis.numbers == AxisNumbers::none) return {};
    std::vector<double> places;
    if (axis.logarithmic || has_labels(axis) || axis.numbers == AxisNumbers::bytes)
        places = whole_ticks(axis, range, length, distance);
    else
        places = round_ticks({static_cast<float>(range.min), static_cast<float>(range.max)},
                             value_style(axis.numbers), std::max(2, static_cast<int>(length / distance)));
    // An axis of shares can have room above 1, in which there are no values.
    constexpr double rounding = 1e-9;
    if (axis.numbers == AxisNumbers::shares)
        std::erase_if(places, [](double place) { return place > 1.0 + rounding; });
    const double step = places.size() > 1 ? places[1] - places[0] : 0.0;
    std::vector<AxisTick> ticks;
    for (const double place : places) {
        std::string label = text(axis, from_scale(axis, place), step);
        if (!label.empty()) ticks.push_back({place, std::move(label)});
    }
    return ticks;
}

double tick_distance(const PlotAxis& axis, const PlotRange& range, double font_size, const AxisText& text) {
    constexpr double usual_font = 12.0;
    if (axis.upright) return 1.4 * font_size;
    const double scale = font_size / usual_font;
    double widest = 0.0;
    const auto widen = [&](const std::string& label) {
        widest = std::max(widest, estimated_text_width(label, font_size, false));
    };
    for (const std::string& label : axis.labels)
        widen(label);
    if (axis.logarithmic && !has_labels(axis))
        for (double place = range.min; place <= range.max; place += 1.0)
            widen(text(axis, from_scale(axis, place), 0.0));
    else if (!has_labels(axis))
        widen(text(axis, range.max, range.max - range.min));
    constexpr double gap = 12.0;
    if (has_labels(axis)) return widest + gap * scale;
    return std::max((axis.logarithmic ? 64.0 : 70.0) * scale, widest + gap * scale);
}

} // namespace hitmap
