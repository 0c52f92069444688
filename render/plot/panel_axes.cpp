#include "render/plot/panel_axes.h"

#include <array>

namespace hitmap {
namespace {

constexpr Rgb ink{0x1e, 0x1e, 0x1e};
constexpr Rgb faint{0xdd, 0xdd, 0xe0};
constexpr double tick = 5.0;
constexpr double small_text = 12.0;

} // namespace

const CurveStyle& curve_style(std::size_t curve) {
    static const std::array<CurveStyle, 6> styles = {{{{0, 114, 178}, {}},
                                                      {{213, 94, 0}, {9.0, 4.0}},
                                                      {{0, 120, 90}, {2.0, 3.0}},
                                                      {{120, 60, 120}, {9.0, 3.0, 2.0, 3.0}},
                                                      {{230, 159, 0}, {14.0, 3.0}},
                                                      {{86, 150, 200}, {5.0, 2.0}}}};
    return styles[curve % styles.size()];
}

void draw_legend(Canvas& canvas, const PlotArea& area, std::size_t row, const std::string& name,
                 const LineStyle& style) {
    const double at = area.corner.y + 14.0 + panel_line_height * static_cast<double>(row);
    const CanvasPoint sample[] = {{area.right() + 14.0, at}, {area.right() + 46.0, at}};
    canvas.line(sample, style);
    canvas.text({area.right() + 52.0, at + 4.0}, name, {.size = 12.0});
}

void draw_axes(Canvas& canvas, const PlotArea& area, const Axis& x, const Axis& y, bool downwards) {
    const LineStyle solid{ink, 1.0, {}};
    const auto share = [](const ColourRange& range, double value) {
        return (value - range.min) / (static_cast<double>(range.max) - range.min);
    };
    const auto labels_of = [](const Axis& axis, double length, double distance) {
        if (!axis.labels.empty()) return axis.labels;
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

std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width) {
    constexpr double letter = 7.5; // on the wide side of sans-serif fonts of 13 pixels
    constexpr double bold_letter = 8.2;
    std::vector<CaptionLine> lines;
    for (const std::string& text : caption) {
        const bool bold = &text == &caption.front();
        const auto most = static_cast<std::size_t>(std::max(width / (bold ? bold_letter : letter), 1.0));
        std::size_t begin = 0;
        while (text.size() - begin > most) {
            std::size_t end = text.rfind(' ', begin + most);
            if (end == std::string::npos || end <= begin) end = text.find(' ', begin + most);
            if (end == std::string::npos) break;
            lines.push_back({text.substr(begin, end - begin), bold});
            begin = end + 1;
        }
        lines.push_back({text.substr(begin), bold});
    }
    return lines;
}

void draw_caption(Canvas& canvas, double x, double y, const std::vector<CaptionLine>& lines) {
    for (const CaptionLine& line : lines) {
        canvas.text({x, y}, line.text, {ink, 13.0, line.bold});
        y += panel_line_height;
    }
}

} // namespace hitmap
