#include "render/panel_axes.h"

namespace hitmap {
namespace {

constexpr Rgb ink{0x1e, 0x1e, 0x1e};
constexpr Rgb faint{0xdd, 0xdd, 0xe0};
constexpr double tick = 5.0;
constexpr double small_text = 12.0;

} // namespace

void draw_axes(Canvas& canvas, const PlotArea& area, const Axis& x, const Axis& y, bool downwards) {
    const LineStyle solid{ink, 1.0, {}};
    const auto share = [](const ColourRange& range, double value) {
        return (value - range.min) / (static_cast<double>(range.max) - range.min);
    };
    const auto labels_of = [](const Axis& axis, double length, double distance) {
        const std::vector<double> ticks =
            round_ticks(axis.range, axis.style, std::max(2, static_cast<int>(length / distance)));
        const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0.0;
        std::vector<std::pair<double, std::string>> labels;
        for (const double value : ticks)
            labels.emplace_back(value, value_label(value, axis.style, step));
        return labels;
    };
    for (const auto& [value, label] : labels_of(y, area.size.y, 40.0)) {
        const double from_top = downwards ? share(y.range, value) : 1.0 - share(y.range, value);
        const double at = area.corner.y + from_top * area.size.y;
        if (!downwards) {
            const CanvasPoint grid[] = {{area.corner.x, at}, {area.right(), at}};
            canvas.line(grid, {faint, 1.0, {}});
        }
        const CanvasPoint mark[] = {{area.corner.x - tick, at}, {area.corner.x, at}};
        canvas.line(mark, solid);
        canvas.text({area.corner.x - tick - 3.0, at + 4.0}, label, {ink, small_text, false, Anchor::end});
    }
    for (const auto& [value, label] : labels_of(x, area.size.x, 70.0)) {
        const double at = area.corner.x + share(x.range, value) * area.size.x;
        const CanvasPoint mark[] = {{at, area.bottom()}, {at, area.bottom() + tick}};
        canvas.line(mark, solid);
        canvas.text({at, area.bottom() + tick + 12.0}, label, {ink, small_text, false, Anchor::middle});
    }
    const CanvasPoint frame[] = {area.corner,
                                 {area.right(), area.corner.y},
                                 {area.right(), area.bottom()},
                                 {area.corner.x, area.bottom()},
                                 area.corner};
    canvas.line(frame, solid);
    canvas.text({area.corner.x + 0.5 * area.size.x, area.bottom() + tick + 29.0}, x.title,
                {ink, 13.0, false, Anchor::middle});
    canvas.text({area.corner.x - 62.0, area.corner.y + 0.5 * area.size.y}, y.title,
                {ink, 13.0, false, Anchor::middle, true});
}

void draw_caption(Canvas& canvas, double x, double y, const std::vector<std::string>& lines) {
    bool first = true;
    for (const std::string& line : lines) {
        canvas.text({x, y}, line, {ink, 13.0, first});
        y += panel_line_height;
        first = false;
    }
}

} // namespace hitmap
