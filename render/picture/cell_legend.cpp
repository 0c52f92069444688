#include "render/picture/cell_legend.h"

#include "render/picture/colour_bar.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hitmap {

void set_pixel(Image& image, int x, int y, Rgb colour) {
    std::uint8_t* pixel = image.pixel(x, y);
    pixel[0] = colour.r;
    pixel[1] = colour.g;
    pixel[2] = colour.b;
    pixel[3] = 255;
}

const ColourMap& cell_colours(const FramebufferPanel& panel) {
    return panel.sides ? difference_map() : colour_map_named(panel.colour_map);
}

namespace {

/// Returns one column of pixels with the colours of the map, the highest value on top.
Image bar_image(const ColourMap& map) {
    Image image({1, static_cast<int>(ColourMap::size)});
    for (int y = 0; y < image.size.height; ++y)
        set_pixel(image, 0, y, map.colours[ColourMap::size - 1 - static_cast<std::size_t>(y)]);
    return image;
}

Image swatch_image(Pattern pattern, int side) {
    Image image({side, side});
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            set_pixel(image, x, y, pattern_at(pattern, x, side - 1 - y, 1.0F));
    }
    return image;
}

} // namespace

void draw_cell_legend(Canvas& canvas, double left, const PlotArea& area, const FramebufferPanel& panel,
                      const PlotStyle& style) {
    constexpr double bar_width = 22.0;
    constexpr int swatch_side = 18;
    const CellWords& words = panel.words;
    canvas.text({left, area.corner.y - 8.0}, words.title,
                {.colour = style.ink, .size = style.title_size, .bold = true});
    std::vector<Pattern> patterns{Pattern::not_accessed};
    if (panel.sides) patterns.insert(patterns.begin(), {Pattern::only_b, Pattern::only_a});
    const double below_bar = 16.0 + 24.0 * static_cast<double>(patterns.size());
    const double bar_bottom = std::max(area.corner.y + 40.0, area.bottom() - below_bar);
    const double length = bar_bottom - area.corner.y;
    canvas.image({left, area.corner.y}, {bar_width, length}, bar_image(cell_colours(panel)));
    for (const BarLabel& label : bar_labels({panel.bottom, panel.top}, panel.style, length, 20.0)) {
        std::string text = label.text;
        const std::string& end = label.t > 0.5 ? words.high : words.low;
        if (label.is_end && !end.empty()) text += ' ' + end;
        canvas.text({left + bar_width + 6.0, bar_bottom - label.t * length + 4.0}, text,
                    {.colour = style.ink, .size = style.label_size});
    }
    double top = bar_bottom + 14.0;
    for (const Pattern pattern : patterns) {
        canvas.image({left, top}, {swatch_side, swatch_side}, swatch_image(pattern, swatch_side));
        canvas.text({left + swatch_side + 6.0, top + 13.0},
                    panel.sides ? pattern_text(pattern, true, *panel.sides) : words.absent,
                    {.colour = style.ink, .size = style.label_size});
        top += 24.0;
    }
}

} // namespace hitmap
