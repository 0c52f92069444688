#include "render/image/canvas.h"

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

double share(std::uint8_t byte) {
    return byte / 255.0;
}

void set_colour(cairo_t* context, Rgb colour) {
    cairo_set_source_rgb(context, share(colour.r), share(colour.g), share(colour.b));
}

} // namespace

void ImageCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    set_colour(painter_.context(), fill);
    cairo_rectangle(painter_.context(), corner.x, corner.y, size.x, size.y);
    cairo_fill(painter_.context());
}

void ImageCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    cairo_t* context = painter_.context();
    set_colour(context, style.colour);
    cairo_set_line_width(context, style.width);
    cairo_set_dash(context, style.dashes.data(), static_cast<int>(style.dashes.size()), 0.0);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(context);
    for (const CanvasPoint& point : points)
        cairo_line_to(context, point.x, point.y);
    cairo_stroke(context);
    cairo_set_dash(context, nullptr, 0, 0.0);
}

void ImageCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    cairo_t* context = painter_.context();
    set_colour(context, style.colour);
    painter_.font(style.bold);
    cairo_set_font_size(context, style.size);
    const std::string shown(text);
    const double width = painter_.text_width(shown);
    cairo_save(context);
    cairo_translate(context, at.x, at.y);
    if (style.upwards) cairo_rotate(context, -1.5707963267948966);
    cairo_move_to(
        context,
        style.anchor == Anchor::start ? 0.0 : (style.anchor == Anchor::middle ? -0.5 * width : -width), 0.0);
    cairo_show_text(context, shown.c_str());
    cairo_restore(context);
}

void ImageCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    // Cell by cell, so that each covers exactly the pixels of which it holds the middle.
    const auto left = static_cast<int>(std::lround(corner.x));
    const auto top = static_cast<int>(std::lround(corner.y));
    const auto width = static_cast<int>(std::lround(size.x));
    const auto height = static_cast<int>(std::lround(size.y));
    for (int y = 0; y < height; ++y) {
        const int row = static_cast<int>((y + 0.5) * image.size.height / height);
        for (int x = 0; x < width;) {
            const std::uint8_t* pixel =
                image.pixel(static_cast<int>((x + 0.5) * image.size.width / width), row);
            int end = x + 1;
            while (end < width &&
                   std::equal(pixel, pixel + 3,
                              image.pixel(static_cast<int>((end + 0.5) * image.size.width / width), row)))
                ++end;
            rectangle({static_cast<double>(left + x), static_cast<double>(top + y)},
                      {static_cast<double>(end - x), 1.0}, {pixel[0], pixel[1], pixel[2]});
            x = end;
        }
    }
}

} // namespace hitmap
