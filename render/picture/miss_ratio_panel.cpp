#include "core/cache/array/cache_geometry.h"
#include "core/trace/model/allocation_label.h"
#include "render/picture/panels.h"
#include "render/plot/panel_axes.h"
#include "render/plot/step_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace hitmap {
namespace {

constexpr std::size_t most_curves = 6;

CapacityCurves curves_of_level(std::string title, const LevelReuse& level, const RecordingInfo& info) {
    CapacityCurves curves{std::move(title), static_cast<double>(level.capacity) * level.line, {}};
    if (level.all.lookups() == 0) return curves;
    curves.curves.push_back(capacity_curve("everything", level.all, level));
    std::vector<std::size_t> order(level.allocations.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return level.allocations[a].lookups() > level.allocations[b].lookups();
    });
    const std::vector<std::string> labels = allocation_labels(info);
    for (const std::size_t a : order)
        if (curves.curves.size() < most_curves && level.allocations[a].lookups() != 0)
            curves.curves.push_back(capacity_curve(labels[a], level.allocations[a], level));
    return curves;
}

/// Powers of two from below the first point to beyond the last one and the present capacity.
struct CapacityRange {
    double first; ///< log2 of bytes
    double last;
};

CapacityRange range_of(const CapacityCurves& level) {
    double least = level.present;
    double most = 2.0 * level.present;
    for (const CapacityCurves::Curve& curve : level.curves) {
        if (curve.points.empty()) continue;
        least = std::min(least, curve.points.front().x);
        most = std::max(most, curve.points.back().x);
    }
    return {std::floor(std::log2(std::max(least, 2.0))), std::ceil(std::log2(std::max(most, 4.0)))};
}

Axis capacity_axis(CapacityRange range, double width, const std::string& title) {
    constexpr double label_distance = 64.0; // pixels
    const double step = std::max(1.0, std::ceil(label_distance * (range.last - range.first) / width));
    Axis axis{
        title, {static_cast<float>(range.first), static_cast<float>(range.last)}, ValueStyle::count, {}};
    for (double power = range.first; power <= range.last; power += step)
        axis.labels.emplace_back(power, format_size(std::uint64_t{1} << static_cast<unsigned>(power)));
    return axis;
}

/// Steps: the rate of a capacity is that of the last point at or below it.
void draw_steps(Canvas& canvas, const PlotArea& area, CapacityRange range, const CapacityCurves::Curve& curve,
                const LineStyle& style) {
    std::vector<CanvasPoint> points;
    points.reserve(curve.points.size());
    for (const CanvasPoint& point : curve.points) {
        const double share = (std::log2(point.x) - range.first) / (range.last - range.first);
        points.push_back({area.corner.x + std::clamp(share, 0.0, 1.0) * area.size.x,
                          area.bottom() - point.y * area.size.y});
    }
    canvas.line(step_line({area.corner.x, area.bottom()}, points, area.right()), style);
}

void mark_present(Canvas& canvas, const PlotArea& area, CapacityRange range, double present) {
    static constexpr double dashes[] = {4.0, 3.0};
    constexpr Rgb grey{0x55, 0x55, 0x5a};
    const double share = (std::log2(present) - range.first) / (range.last - range.first);
    const double x = area.corner.x + share * area.size.x;
    const CanvasPoint line[] = {{x, area.corner.y}, {x, area.bottom()}};
    canvas.line(line, {grey, 1.5, dashes});
    // Where curves are low: they rise to the right.
    canvas.text({x - 6.0, area.corner.y + 15.0},
                fmt::format("present: {}", format_size(static_cast<std::uint64_t>(present))),
                {grey, 12.0, true, Anchor::end});
}

void draw_level(Canvas& canvas, const PlotArea& area, const CapacityCurves& level) {
    const CapacityRange range = range_of(level);
    draw_axes(canvas, area, capacity_axis(range, area.size.x, level.title),
              {"hit rate", {0.0F, 1.0F}, ValueStyle::percent, {}}, false);
    for (std::size_t i = 0; i < level.curves.size(); ++i) {
        const CurveStyle& look = curve_style(i);
        const LineStyle style{look.colour, i == 0 ? 2.5 : 1.8, look.dashes};
        draw_steps(canvas, area, range, level.curves[i], style);
        draw_legend(canvas, area, i, level.curves[i].name, style);
    }
    mark_present(canvas, area, range, level.present);
}

} // namespace

CapacityCurves::Curve capacity_curve(std::string name, const ReuseHistogram& histogram,
                                     const LevelReuse& level) {
    CapacityCurves::Curve curve{std::move(name), {}};
    for (const CapacityHits& point : miss_ratio_curve(histogram, level.capacity))
        curve.points.push_back({static_cast<double>(point.lines) * level.line,
                                static_cast<double>(point.hits) / static_cast<double>(histogram.lookups())});
    return curve;
}

MissRatioPanel miss_ratios_of(const ReuseReport& reuse, const RecordingInfo& info) {
    return {{curves_of_level("capacity of L1", reuse.l1, info),
             curves_of_level("capacity of L2", reuse.l2, info)},
            {}};
}

void draw_panel(Canvas& canvas, FrameSize size, const MissRatioPanel& panel) {
    constexpr double left = 84.0;
    constexpr double top = 16.0;
    constexpr double legend_width = 180.0;
    const std::vector<CaptionLine> caption = caption_lines(panel.caption, size.width - 2.0 * caption_left);
    const double below = 12.0 + panel_line_height * static_cast<double>(caption.size());
    const auto levels = static_cast<double>(std::max<std::size_t>(panel.levels.size(), 1));
    const double each = (size.height - below) / levels;
    const double width = std::max(16.0, size.width - left - legend_width);
    const double height = std::max(16.0, each - top - panel_axis_height);
    for (std::size_t i = 0; i < panel.levels.size(); ++i)
        draw_level(canvas, {{left, top + each * static_cast<double>(i)}, {width, height}}, panel.levels[i]);
    draw_caption(canvas, caption_left, size.height - below + 10.0, caption);
}

} // namespace hitmap
