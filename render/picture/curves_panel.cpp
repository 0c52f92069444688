#include "render/picture/panels.h"
#include "render/plot/panel_axes.h"

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

/// In the middle of each frame; a value alone between gaps is a short dash.
void draw_curve(Canvas& canvas, const PlotArea& area, const ColourRange& range, const Curve& curve,
                const LineStyle& style) {
    const double step = area.size.x / static_cast<double>(std::max<std::size_t>(curve.values.size(), 1));
    std::vector<CanvasPoint> points;
    const auto flush = [&] {
        if (points.size() == 1) {
            const double half = std::clamp(0.3 * step, 1.0, 4.0);
            const CanvasPoint at = points.front();
            const CanvasPoint dash[] = {{at.x - half, at.y}, {at.x + half, at.y}};
            canvas.line(dash, {style.colour, 3.0, {}});
        } else if (!points.empty()) {
            canvas.line(points, style);
        }
        points.clear();
    };
    for (std::size_t frame = 0; frame < curve.values.size(); ++frame) {
        const double value = curve.values[frame];
        if (std::isnan(value)) {
            flush();
            continue;
        }
        const double share = (value - range.min) / (static_cast<double>(range.max) - range.min);
        points.push_back(
            {area.corner.x + (static_cast<double>(frame) + 0.5) * step, area.bottom() - share * area.size.y});
    }
    flush();
}

void draw_plot(Canvas& canvas, const PlotArea& area, const std::vector<Curve>& curves,
               const std::string& time, const Axis& y) {
    const std::size_t frames = curves.empty() ? 1 : std::max<std::size_t>(1, curves.front().values.size());
    draw_axes(canvas, area, {time, {0.0F, static_cast<float>(frames)}, ValueStyle::count}, y, false);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const CurveStyle& look = curve_style(i);
        const LineStyle style{look.colour, 2.0, look.dashes};
        draw_curve(canvas, area, y.range, curves[i], style);
        draw_legend(canvas, area, i, curves[i].name, style);
    }
}

} // namespace

void draw_panel(Canvas& canvas, FrameSize size, const CurvesPanel& panel) {
    constexpr double left = 84.0;
    constexpr double top = 16.0;
    constexpr double legend_width = 140.0;
    const std::vector<CaptionLine> caption = caption_lines(panel.caption, size.width - 2.0 * caption_left);
    const double below = 12.0 + panel_line_height * static_cast<double>(caption.size());
    const double width = std::max(16.0, size.width - left - legend_width);
    const double height = std::max(16.0, 0.5 * (size.height - 2.0 * top - below - 2.0 * panel_axis_height));
    const PlotArea upper{{left, top}, {width, height}};
    const PlotArea lower{{left, upper.bottom() + panel_axis_height + top}, {width, height}};
    double most = 1.0;
    for (const Curve& curve : panel.accesses) {
        for (const double value : curve.values)
            most = std::max(most, value);
    }
    draw_plot(canvas, upper, panel.rates, panel.time, {"hit rate", {0.0F, 1.0F}, ValueStyle::percent});
    draw_plot(canvas, lower, panel.accesses, panel.time,
              {"accesses per " + panel.time, {0.0F, static_cast<float>(1.05 * most)}, ValueStyle::count});
    draw_caption(canvas, caption_left, size.height - below + 10.0, caption);
}

} // namespace hitmap
