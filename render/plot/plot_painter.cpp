#include "render/plot/plot_painter.h"

#include "render/plot/step_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr double tick_length = 5.0;
constexpr double thin = 1.0;
constexpr double faint_share = 60.0 / 255.0; ///< share of the colour in fills and spreads
constexpr std::array mark_dashes{4.0, 3.0};
constexpr double mark_width = 1.5;
constexpr double longest_upright = 110.0; ///< length of a label of 12 pixels
constexpr std::array bar_patterns{FillPattern::solid, FillPattern::hatched, FillPattern::dotted,
                                  FillPattern::crossed};
/// There can be an area for each kind of element.
constexpr std::array area_patterns{FillPattern::solid, FillPattern::hatched, FillPattern::dotted,
                                   FillPattern::crossed, FillPattern::lined};

/// Whether the outlines of fills have the colour of their series.
bool has_bars(PlotLook look) {
    return look == PlotLook::bars || look == PlotLook::stacked_bars || look == PlotLook::spans;
}

void outline(Canvas& canvas, CanvasPoint corner, CanvasPoint opposite, const LineStyle& style) {
    const CanvasPoint corners[] = {corner, {opposite.x, corner.y}, opposite, {corner.x, opposite.y}, corner};
    canvas.line(corners, style);
}

std::array<CanvasPoint, 4> box_of(CanvasPoint corner, CanvasPoint opposite) {
    return {{corner, {opposite.x, corner.y}, opposite, {corner.x, opposite.y}}};
}

} // namespace

PlotPainter::PlotPainter(Canvas& canvas, const PlotData& plot, const PlotStyle& style, const PlotArea& area)
    : canvas_(canvas), plot_(plot), style_(style), area_(area), x_(x_range(plot)), y_(y_range(plot)) {}

double PlotPainter::left_of(double x) const {
    const double share = (to_scale(plot_.x, x) - x_.min) / (x_.max - x_.min);
    return area_.corner.x + std::clamp(share, 0.0, 1.0) * area_.size.x;
}

double PlotPainter::top_of(double y) const {
    return area_.bottom() - (y - y_.min) / (y_.max - y_.min) * area_.size.y;
}

double PlotPainter::x_at(double left) const {
    return from_scale(plot_.x, x_.min + (left - area_.corner.x) / area_.size.x * (x_.max - x_.min));
}

double PlotPainter::y_at(double top) const {
    return y_.min + (area_.bottom() - top) / area_.size.y * (y_.max - y_.min);
}

CanvasPoint PlotPainter::place_of(const PlotPoint& point) const {
    return {left_of(point.x), top_of(point.y)};
}

void PlotPainter::draw_with_legend_beside() const {
    draw_axes();
    draw_axis_titles();
    draw_spreads();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
        draw_series(i);
        draw_entry(
            {area_.right() + 14.0, area_.corner.y + 14.0 + style_.line_height() * static_cast<double>(i)}, i);
    }
    if (!plot_.marked_x) return;
    draw_mark();
    // The title is left of the line, if it fits there. Curves that rise to the right are low there.
    constexpr double gap = 6.0;
    TextStyle text{style_.mark, style_.label_size, true, Anchor::end};
    const double line = left_of(*plot_.marked_x);
    const bool fits = line - gap - canvas_.text_width(plot_.mark_title, text) >= area_.corner.x;
    if (!fits) text.anchor = Anchor::start;
    canvas_.text({fits ? line - gap : line + gap, area_.corner.y + 15.0}, plot_.mark_title, text);
}

void PlotPainter::draw_content() const {
    draw_spreads();
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
        draw_series(i);
    draw_mark();
}

void PlotPainter::draw_axes() const {
    if (style_.fills_ground) canvas_.rectangle(area_.corner, area_.size, style_.ground);
    draw_y_ticks();
    draw_x_ticks();
    outline(canvas_, area_.corner, {area_.right(), area_.bottom()}, {style_.ink, thin, {}});
    if (plot_.y.broken) draw_break();
}

/// Two strokes across the y axis, between which it is interrupted.
void PlotPainter::draw_break() const {
    const double unit = style_.scale();
    const double x = area_.corner.x;
    const double middle = area_.bottom() - 8.0 * unit;
    canvas_.rectangle({x - 1.0, middle - 2.0 * unit}, {2.0, 4.0 * unit}, style_.ground);
    for (const double y : {middle - 2.0 * unit, middle + 2.0 * unit}) {
        const CanvasPoint stroke[] = {{x - 4.0 * unit, y + 2.0 * unit}, {x + 4.0 * unit, y - 2.0 * unit}};
        canvas_.line(stroke, {style_.ink, thin, {}});
    }
}

void PlotPainter::draw_y_ticks() const {
    const double tick = tick_length * style_.scale();
    const double distance = y_tick_distance * style_.scale();
    for (const auto& [place, label] : axis_ticks(plot_.y, y_, area_.size.y, distance, style_.number)) {
        const double share = (place - y_.min) / (y_.max - y_.min);
        const double at = area_.corner.y + (plot_.y.downwards ? share : 1.0 - share) * area_.size.y;
        if (!plot_.y.downwards) {
            const CanvasPoint grid[] = {{area_.corner.x, at}, {area_.right(), at}};
            canvas_.line(grid, {style_.grid, thin, {}});
        }
        const CanvasPoint mark[] = {{area_.corner.x - tick, at}, {area_.corner.x, at}};
        canvas_.line(mark, {style_.ink, thin, {}});
        canvas_.text({area_.corner.x - tick - 3.0, at + 4.0 * style_.scale()}, label,
                     {style_.ink, style_.label_size, false, Anchor::end});
    }
}

double PlotPainter::upright_space(Canvas& canvas, const PlotData& plot, const PlotStyle& style) {
    if (!plot.x.upright) return 0.0;
    double longest = 0.0;
    for (const std::string& label : plot.x.labels)
        longest = std::max(longest, canvas.text_width(label, {style.ink, style.label_size}));
    return std::max(std::min(longest, longest_upright * style.scale()) - style.line_height(), 0.0);
}

void PlotPainter::draw_x_ticks() const {
    const double tick = tick_length * style_.scale();
    const double distance = tick_distance(plot_.x, x_, style_.label_size, style_.number);
    for (const auto& [place, label] : axis_ticks(plot_.x, x_, area_.size.x, distance, style_.number)) {
        const double at = area_.corner.x + (place - x_.min) / (x_.max - x_.min) * area_.size.x;
        const CanvasPoint mark[] = {{at, area_.bottom()}, {at, area_.bottom() + tick}};
        canvas_.line(mark, {style_.ink, thin, {}});
        if (plot_.x.upright) {
            const TextStyle upright{style_.ink, style_.label_size, false, Anchor::end, true};
            const std::string shown = elided_text(canvas_, label, {style_.ink, style_.label_size},
                                                  longest_upright * style_.scale());
            canvas_.text({at + 4.0 * style_.scale(), area_.bottom() + tick + 3.0}, shown, upright);
            continue;
        }
        canvas_.text({at, area_.bottom() + tick + 12.0 * style_.scale()}, label,
                     {style_.ink, style_.label_size, false, Anchor::middle});
    }
}

void PlotPainter::draw_x_title() const {
    canvas_.text(
        {area_.corner.x + 0.5 * area_.size.x,
         area_.bottom() + (tick_length + 29.0) * style_.scale() + upright_space(canvas_, plot_, style_)},
        plot_.x.title, {style_.ink, style_.title_size, false, Anchor::middle});
}

void PlotPainter::draw_axis_titles() const {
    draw_x_title();
    canvas_.text({area_.corner.x - 62.0 * style_.scale(), area_.corner.y + 0.5 * area_.size.y}, plot_.y.title,
                 {style_.ink, style_.title_size, false, Anchor::middle, true});
}

std::size_t PlotPainter::look_of(std::size_t i) const {
    return plot_.series[i].look.value_or(i);
}

LineStyle PlotPainter::line_style(std::size_t i) const {
    constexpr double line_width = 2.0;
    constexpr double whole_width = 2.5; // Width of the first series of steps. The other series are its parts.
    constexpr double part_width = 1.8;
    const double steps_width = i == 0 ? whole_width : part_width;
    return {style_.colour(look_of(i)), plot_.look == PlotLook::steps ? steps_width : line_width,
            series_dashes(look_of(i))};
}

FillStyle PlotPainter::bar_style(std::size_t i, bool beyond) const {
    if (beyond) return {style_.colour(look_of(i)), FillPattern::hatched};
    if (plot_.look != PlotLook::stacked_bars)
        return {mixed(style_.colour(look_of(i)), style_.ground, faint_share), FillPattern::solid};
    // Stacked bars differ in their patterns, too, so that they are told apart without colours.
    const FillPattern pattern = bar_patterns[look_of(i) % bar_patterns.size()];
    constexpr double solid_share = 0.6;
    return {pattern == FillPattern::solid ? mixed(style_.colour(look_of(i)), style_.ground, solid_share)
                                          : style_.colour(look_of(i)),
            pattern};
}

FillStyle PlotPainter::fill_style(std::size_t i, bool beyond) const {
    if (has_bars(plot_.look)) return bar_style(i, beyond);
    const FillPattern pattern = area_patterns[i % area_patterns.size()];
    return {pattern == FillPattern::solid ? mixed(style_.ink, style_.ground, 0.5) : style_.ink, pattern};
}

void PlotPainter::draw_series(std::size_t i) const {
    switch (plot_.look) {
    case PlotLook::lines:
        return draw_line(i);
    case PlotLook::dots:
        return draw_dots(i);
    case PlotLook::steps:
        return draw_steps(i);
    case PlotLook::bars:
        return draw_bars(i);
    case PlotLook::areas:
        return draw_area(i);
    case PlotLook::stacked_bars:
        return draw_stacked_bars(i);
    case PlotLook::spans:
        return draw_spans(i);
    }
}

void PlotPainter::draw_line(std::size_t i) const {
    const PlotSeries& series = plot_.series[i];
    const double step = area_.size.x / static_cast<double>(std::max<std::size_t>(series.points.size(), 1));
    std::vector<CanvasPoint> part;
    const auto flush = [&] {
        if (part.size() == 1) { // a single value between gaps
            const double half = std::clamp(0.3 * step, 1.0, 4.0);
            const CanvasPoint dash[] = {{part.front().x - half, part.front().y},
                                        {part.front().x + half, part.front().y}};
            canvas_.line(dash, {style_.colour(look_of(i)), 3.0, {}});
        } else if (!part.empty()) {
            canvas_.line(part, line_style(i));
        }
        part.clear();
    };
    for (const PlotPoint& point : series.points) {
        if (std::isnan(point.y))
            flush();
        else
            part.push_back(place_of(point));
    }
    flush();
}

void PlotPainter::draw_spreads() const {
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
        const PlotSeries& series = plot_.series[i];
        const double width =
            area_.size.x / static_cast<double>(std::max<std::size_t>(series.points.size(), 1));
        for (std::size_t p = 0; p < series.spread.size(); ++p) {
            const PlotRange& spread = series.spread[p];
            if (!(spread.max > spread.min)) continue; // also if NaN
            const double middle = left_of(series.points[p].x);
            const double left = std::max(middle - 0.5 * width, area_.corner.x);
            const double right = std::min(middle + 0.5 * width, area_.right());
            const double top = top_of(spread.max);
            canvas_.rectangle({left, top}, {right - left, top_of(spread.min) - top},
                              mixed(style_.colour(look_of(i)), style_.ground, faint_share));
        }
    }
}

void PlotPainter::draw_dots(std::size_t i) const {
    constexpr double diameter = 2.5;
    constexpr double finest = 0.5; // pixels; closer dots cannot be distinguished
    std::set<std::pair<long, long>> taken;
    std::vector<CanvasPoint> dots;
    for (const PlotPoint& point : plot_.series[i].points) {
        const CanvasPoint at = place_of(point);
        if (taken.insert({std::lround(at.x / finest), std::lround(at.y / finest)}).second) dots.push_back(at);
    }
    canvas_.dots(dots, diameter * style_.scale(), style_.colour(look_of(i)));
}

void PlotPainter::draw_steps(std::size_t i) const {
    std::vector<CanvasPoint> points;
    points.reserve(plot_.series[i].points.size());
    for (const PlotPoint& point : plot_.series[i].points)
        points.push_back(place_of(point));
    canvas_.line(step_line({area_.corner.x, area_.bottom()}, points, area_.right()), line_style(i));
}

void PlotPainter::draw_bars(std::size_t i) const {
    constexpr double half = 0.4; // half of the width of a bar; places have distance 1
    for (const PlotPoint& point : plot_.series[i].points) {
        const CanvasPoint corner{left_of(point.x - half), top_of(point.y)};
        const CanvasPoint opposite{left_of(point.x + half), area_.bottom()};
        canvas_.polygon(box_of(corner, opposite), fill_style(i, plot_.marked_x && point.x > *plot_.marked_x));
        outline(canvas_, corner, opposite, {style_.colour(look_of(i)), thin, {}});
    }
}

void PlotPainter::draw_area(std::size_t i) const {
    const std::vector<PlotPoint>& points = plot_.series[i].points;
    if (points.empty()) return;
    std::vector<CanvasPoint> below;
    std::vector<CanvasPoint> outer;
    for (std::size_t p = 0; p < points.size(); ++p) {
        double sum = 0.0;
        for (std::size_t other = 0; other < i; ++other)
            sum += plot_.series[other].points[p].y;
        below.push_back(place_of({points[p].x, sum}));
        outer.push_back(place_of({points[p].x, sum + points[p].y}));
    }
    std::vector<CanvasPoint> all = outer;
    all.insert(all.end(), below.rbegin(), below.rend());
    canvas_.polygon(all, fill_style(i, false));
    canvas_.line(outer, {style_.ink, 0.5, {}});
}

void PlotPainter::draw_stacked_bars(std::size_t i) const {
    constexpr double half = 0.4;
    const std::vector<PlotPoint>& points = plot_.series[i].points;
    for (std::size_t p = 0; p < points.size(); ++p) {
        if (!(points[p].y > 0.0)) continue; // also if NaN
        double base = 0.0;
        for (std::size_t below = 0; below < i; ++below)
            if (const double y = plot_.series[below].points[p].y; y > 0.0) base += y;
        const CanvasPoint corner{left_of(points[p].x - half), top_of(base + points[p].y)};
        const CanvasPoint opposite{left_of(points[p].x + half), top_of(base)};
        canvas_.polygon(box_of(corner, opposite), fill_style(i, false));
        outline(canvas_, corner, opposite, {style_.colour(look_of(i)), thin, {}});
    }
}

/// Spans that are too short to be distinguished from the one before them are omitted.
void PlotPainter::draw_spans(std::size_t i) const {
    constexpr double half = 0.4;
    constexpr double finest = 0.75; // pixels
    const PlotSeries& series = plot_.series[i];
    double row = std::nan("");
    double drawn = 0.0; // right end of the last span of the row
    for (std::size_t p = 0; p < series.points.size(); ++p) {
        const PlotPoint& point = series.points[p];
        const double left = left_of(point.x);
        const double right = std::max(left_of(series.ends[p]), left + 1.0);
        if (point.y == row && right - drawn < finest) continue;
        row = point.y;
        drawn = right;
        const CanvasPoint corner{left, top_of(point.y + half)};
        const CanvasPoint opposite{right, top_of(point.y - half)};
        canvas_.polygon(box_of(corner, opposite), fill_style(i, false));
        outline(canvas_, corner, opposite, {style_.colour(look_of(i)), thin, {}});
    }
}

void PlotPainter::draw_mark() const {
    if (!plot_.marked_x) return;
    const double x = left_of(*plot_.marked_x);
    const CanvasPoint line[] = {{x, area_.corner.y}, {x, area_.bottom()}};
    canvas_.line(line, {style_.mark, mark_width, mark_dashes});
}

void PlotPainter::draw_box_sample(CanvasPoint at, std::size_t i, const FillStyle& fill) const {
    const double half = 5.0 * style_.scale();
    const CanvasPoint corner{at.x, at.y - half};
    const CanvasPoint opposite{at.x + sample_length(), at.y + half};
    canvas_.polygon(box_of(corner, opposite), fill);
    outline(canvas_, corner, opposite,
            {has_bars(plot_.look) ? style_.colour(look_of(i)) : style_.ink, thin, {}});
}

void PlotPainter::draw_sample(CanvasPoint at, std::size_t i) const {
    const double length = sample_length();
    if (has_bars(plot_.look) || plot_.look == PlotLook::areas)
        return draw_box_sample(at, i, fill_style(i, false));
    if (plot_.look == PlotLook::dots) {
        const CanvasPoint dots[] = {
            {at.x + 0.2 * length, at.y}, {at.x + 0.5 * length, at.y}, {at.x + 0.8 * length, at.y}};
        return canvas_.dots(dots, 2.5 * style_.scale(), style_.colour(look_of(i)));
    }
    const CanvasPoint line[] = {at, {at.x + length, at.y}};
    canvas_.line(line, line_style(i));
}

void PlotPainter::draw_entry(CanvasPoint at, std::size_t i) const {
    draw_sample(at, i);
    canvas_.text({at.x + sample_length() + 6.0, at.y + 4.0 * style_.scale()}, plot_.series[i].title,
                 {style_.ink, style_.label_size});
}

void PlotPainter::draw_mark_sample(CanvasPoint at) const {
    const CanvasPoint line[] = {at, {at.x + sample_length(), at.y}};
    canvas_.line(line, {style_.mark, mark_width, mark_dashes});
}

void PlotPainter::draw_beyond_sample(CanvasPoint at) const {
    draw_box_sample(at, 0, fill_style(0, true));
}

} // namespace hitmap
