#include "render/image/canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace hitmap {
namespace {

double share(std::uint8_t byte) {
    return byte / 255.0;
}

void set_colour(cairo_t* context, Rgb colour) {
    cairo_set_source_rgb(context, share(colour.r), share(colour.g), share(colour.b));
}

constexpr double pattern_size = 6.0; ///< pixels

void trace(cairo_t* context, std::span<const CanvasPoint> points) {
    cairo_new_path(context);
    for (const CanvasPoint& point : points)
        cairo_line_to(context, point.x, point.y);
}

void stroke(cairo_t* context, CanvasPoint from, CanvasPoint to) {
    cairo_move_to(context, from.x, from.y);
    cairo_line_to(context, to.x, to.y);
    cairo_stroke(context);
}

double multiple_below(double value) {
    return std::floor(value / pattern_size) * pattern_size;
}

/// Draws the pattern in the clip region.
void draw_pattern(cairo_t* context, FillPattern pattern) {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;
    cairo_clip_extents(context, &left, &top, &right, &bottom);
    cairo_set_line_width(context, 1.0);
    if (pattern == FillPattern::hatched) {
        for (double sum = multiple_below(left + top); sum <= right + bottom; sum += pattern_size)
            stroke(context, {sum - bottom, bottom}, {sum - top, top});
        return;
    }
    for (double y = multiple_below(top); y <= bottom; y += pattern_size) {
        if (pattern == FillPattern::crossed) stroke(context, {left, y}, {right, y});
        for (double x = multiple_below(left); pattern == FillPattern::dotted && x <= right;
             x += pattern_size) {
            cairo_rectangle(context, x, y, 1.5, 1.5);
            cairo_fill(context);
        }
    }
    for (double x = multiple_below(left); pattern == FillPattern::crossed && x <= right; x += pattern_size)
        stroke(context, {x, top}, {x, bottom});
}

} // namespace

ImageCanvas::ImageCanvas(FrameSize size, int scale)
    : painter_({size.width * scale, size.height * scale}, 1.0) {
    cairo_scale(painter_.context(), scale, scale);
}

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
    trace(context, points);
    cairo_stroke(context);
    cairo_set_dash(context, nullptr, 0, 0.0);
}

void ImageCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    cairo_t* context = painter_.context();
    set_colour(context, fill.colour);
    trace(context, points);
    if (fill.pattern == FillPattern::solid) return cairo_fill(context);
    cairo_save(context);
    cairo_clip(context);
    draw_pattern(context, fill.pattern);
    cairo_restore(context);
}

void ImageCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    cairo_t* context = painter_.context();
    set_colour(context, colour);
    for (const CanvasPoint& centre : centres) {
        cairo_new_path(context);
        cairo_arc(context, centre.x, centre.y, 0.5 * diameter, 0.0, 2.0 * std::numbers::pi);
        cairo_fill(context);
    }
}

double ImageCanvas::text_width(std::string_view text, const TextStyle& style) {
    painter_.font(style.bold);
    cairo_set_font_size(painter_.context(), style.size);
    return painter_.text_width(std::string(text));
}

void ImageCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    cairo_t* context = painter_.context();
    set_colour(context, style.colour);
    const std::string shown(text);
    const double width = text_width(text, style);
    cairo_save(context);
    cairo_translate(context, at.x, at.y);
    if (style.upwards) cairo_rotate(context, -1.5707963267948966);
    cairo_move_to(
        context,
        style.anchor == Anchor::start ? 0.0 : (style.anchor == Anchor::middle ? -0.5 * width : -width), 0.0);
    cairo_show_text(context, shown.c_str());
    cairo_restore(context);
}

double estimated_text_width(std::string_view text, double size, bool bold) {
    const double letter = bold ? 8.2 / 13.0 : 7.5 / 13.0;
    // A character of UTF-8 has only one byte that is not a continuation byte.
    const auto letters = std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; });
    return static_cast<double>(letters) * letter * size;
}

std::string elided_text(Canvas& canvas, std::string text, const TextStyle& style, double width) {
    return elided_text(std::move(text), width,
                       [&](const std::string& part) { return canvas.text_width(part, style); });
}

void ImageCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    // Draws cell by cell. Each cell covers exactly the pixels whose centres are in it.
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
