#include "render/picture/cell_legend.h"
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

Pattern pattern_of(float value) {
    if (std::isnan(value)) return Pattern::not_accessed;
    return value > 0.0F ? Pattern::only_b : Pattern::only_a;
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
    const ColourMap& map = cell_colours(panel);
    Image cells({static_cast<int>(panel.width), static_cast<int>(panel.height)});
    for (int y = 0; y < cells.size.height; ++y) {
        for (int x = 0; x < cells.size.width; ++x) {
            const float value =
                panel.values[static_cast<std::size_t>(y) * panel.width + static_cast<std::size_t>(x)];
            set_pixel(
                cells, x, y,
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
    draw_cell_legend(canvas, area.right() + 24.0, area, panel);
    draw_caption(canvas, caption_left, size.height - below + 58.0, caption);
}

} // namespace hitmap
