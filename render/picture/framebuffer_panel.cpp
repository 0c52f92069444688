#include "render/picture/panel_caption.h"
#include "render/picture/panels.h"
#include "render/plot/plot_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace hitmap {
namespace {

void set(Image& image, int x, int y, Rgb colour) {
    std::uint8_t* pixel = image.pixel(x, y);
    pixel[0] = colour.r;
    pixel[1] = colour.g;
    pixel[2] = colour.b;
    pixel[3] = 255;
}

/// Returns one column of pixels with the colours of the map, the highest value on top.
Image bar_image(const ColourMap& map) {
    Image image({1, static_cast<int>(ColourMap::size)});
    for (int y = 0; y < image.size.height; ++y)
        set(image, 0, y, map.colours[ColourMap::size - 1 - static_cast<std::size_t>(y)]);
    return image;
}

Image swatch_image(Pattern pattern, int side) {
    Image image({side, side});
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            set(image, x, y, pattern_at(pattern, x, side - 1 - y, 1.0F));
    }
    return image;
}

const ColourMap& map_of(const FramebufferPanel& panel) {
    return panel.sides ? difference_map() : colour_map_named(panel.colour_map);
}

Pattern pattern_of(float value) {
    if (std::isnan(value)) return Pattern::not_accessed;
    return value > 0.0F ? Pattern::only_b : Pattern::only_a;
}

void draw_legend(Canvas& canvas, double left, const PlotArea& area, const FramebufferPanel& panel) {
    constexpr double bar_width = 22.0;
    constexpr int swatch_side = 18;
    const CellWords& words = panel.words;
    canvas.text({left, area.corner.y - 8.0}, words.title, {.bold = true});
    std::vector<Pattern> patterns{Pattern::not_accessed};
    if (panel.sides) patterns.insert(patterns.begin(), {Pattern::only_b, Pattern::only_a});
    const double below_bar = 16.0 + 24.0 * static_cast<double>(patterns.size());
    const double bar_bottom = std::max(area.corner.y + 40.0, area.bottom() - below_bar);
    const double length = bar_bottom - area.corner.y;
    canvas.image({left, area.corner.y}, {bar_width, length}, bar_image(map_of(panel)));
    for (const BarLabel& label : bar_labels({panel.bottom, panel.top}, panel.style, length, 20.0)) {
        std::string text = label.text;
        const std::string& end = label.t > 0.5 ? words.high : words.low;
        if (label.is_end && !end.empty()) text += ' ' + end;
        canvas.text({left + bar_width + 6.0, bar_bottom - label.t * length + 4.0}, text, {.size = 12.0});
    }
    double top = bar_bottom + 14.0;
    for (const Pattern pattern : patterns) {
        canvas.image({left, top}, {swatch_side, swatch_side}, swatch_image(pattern, swatch_side));
        canvas.text({left + swatch_side + 6.0, top + 13.0},
                    panel.sides ? pattern_text(pattern, true, *panel.sides) : words.absent, {.size = 12.0});
        top += 24.0;
    }
}

PlotData pixel_axes(const FramebufferPanel& panel) {
    PlotData axes;
    axes.x.title = "x in pixels";
    axes.x.range = {0.0, static_cast<double>(panel.width)};
    axes.y.title = "y in pixels";
    axes.y.range = {0.0, static_cast<double>(panel.height)};
    axes.y.downwards = true;
    return axes;
}

} // namespace

Image framebuffer_cells(const FramebufferPanel& panel) {
    const ColourMap& map = map_of(panel);
    Image cells({static_cast<int>(panel.width), static_cast<int>(panel.height)});
    for (int y = 0; y < cells.size.height; ++y) {
        for (int x = 0; x < cells.size.width; ++x) {
            const float value =
                panel.values[static_cast<std::size_t>(y) * panel.width + static_cast<std::size_t>(x)];
            set(cells, x, y,
                !std::isfinite(value)
                    ? pattern_at(pattern_of(value), x, cells.size.height - 1 - y, 1.0F)
                    : map.at(std::clamp((value - panel.bottom) / (panel.top - panel.bottom), 0.0F, 1.0F)));
        }
    }
    return cells;
}

std::string framebuffer_csv(const FramebufferPanel& panel) {
    std::string text = fmt::format("pixel,x,y,{}\n", panel.words.column);
    const std::size_t cells = std::size_t{panel.width} * panel.height;
    for (std::size_t i = 0; i < cells; ++i) {
        fmt::format_to(std::back_inserter(text), "{},{},{},", i, i % panel.width, i / panel.width);
        if (std::isfinite(panel.values[i]))
            fmt::format_to(std::back_inserter(text), "{:.9g}", panel.values[i]);
        text += '\n';
    }
    return text;
}

void draw_panel(Canvas& canvas, FrameSize size, const FramebufferPanel& panel) {
    constexpr double left = 84.0;
    constexpr double top = 28.0;
    const std::vector<CaptionLine> caption = caption_lines(panel.caption, size.width - 2.0 * caption_left);
    const double below = 52.0 + caption_line_height * static_cast<double>(caption.size());
    const double room_x = std::max(16.0, size.width - left - panel.legend_width);
    const double room_y = std::max(16.0, size.height - top - below);
    // If there is enough space, cells have a whole number of pixels, so that all have the same size.
    double cell = std::min(room_x / panel.width, room_y / panel.height);
    if (cell > 1.0) cell = std::floor(cell);
    const PlotArea area{{left, top}, {std::round(cell * panel.width), std::round(cell * panel.height)}};
    canvas.image(area.corner, area.size, framebuffer_cells(panel));
    const PlotStyle style;
    const PlotData axes = pixel_axes(panel);
    const PlotPainter painter(canvas, axes, style, area);
    painter.draw_axes();
    painter.draw_axis_titles();
    draw_legend(canvas, area.right() + 24.0, area, panel);
    draw_caption(canvas, caption_left, size.height - below + 58.0, caption);
}

} // namespace hitmap
