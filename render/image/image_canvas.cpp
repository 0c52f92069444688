#include "render/image/cairo_image.h"
#include "render/image/canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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
        if (pattern == FillPattern::crossed || pattern == FillPattern::lined)
            stroke(context, {left, y}, {right, y});
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
    : ImageCanvas({size.width * scale, size.height * scale}, scale, standard_font) {}

ImageCanvas::ImageCanvas(FrameSize pixels, double scale, std::string font)
    : CairoCanvas(std::move(font)), scale_(scale), painter_(pixels, 1.0) {
    cairo_scale(painter_.context(), scale, scale);
}

void CairoCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    set_colour(context(), fill);
    cairo_rectangle(context(), corner.x, corner.y, size.x, size.y);
    cairo_fill(context());
}

void CairoCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    cairo_t* const cairo = context();
    set_colour(cairo, style.colour);
    cairo_set_line_width(cairo, style.width);
    cairo_set_dash(cairo, style.dashes.data(), static_cast<int>(style.dashes.size()), 0.0);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    trace(cairo, points);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, nullptr, 0, 0.0);
}

void CairoCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    cairo_t* const cairo = context();
    set_colour(cairo, fill.colour);
    trace(cairo, points);
    if (fill.pattern == FillPattern::solid) return cairo_fill(cairo);
    cairo_save(cairo);
    cairo_clip(cairo);
    draw_pattern(cairo, fill.pattern);
    cairo_restore(cairo);
}

void CairoCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    cairo_t* const cairo = context();
    set_colour(cairo, colour);
    for (const CanvasPoint& centre : centres) {
        cairo_new_path(cairo);
        cairo_arc(cairo, centre.x, centre.y, 0.5 * diameter, 0.0, 2.0 * std::numbers::pi);
        cairo_fill(cairo);
    }
}

double CairoCanvas::text_width(std::string_view text, const TextStyle& style) {
    cairo_select_font_face(context(), font_.c_str(), CAIRO_FONT_SLANT_NORMAL,
                           style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context(), style.size);
    cairo_text_extents_t extents;
    cairo_text_extents(context(), std::string(text).c_str(), &extents);
    return extents.x_advance;
}

void CairoCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    cairo_t* const cairo = context();
    set_colour(cairo, style.colour);
    const std::string shown(text);
    const double width = text_width(text, style);
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    if (style.upwards) cairo_rotate(cairo, -1.5707963267948966);
    cairo_move_to(
        cairo, style.anchor == Anchor::start ? 0.0 : (style.anchor == Anchor::middle ? -0.5 * width : -width),
        0.0);
    cairo_show_text(cairo, shown.c_str());
    cairo_restore(cairo);
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

Image stretched(const Image& image, FrameSize size) {
    Image larger(size);
    const auto column_of = [&](int x) { return static_cast<int>((x + 0.5) * image.size.width / size.width); };
    for (int y = 0; y < size.height; ++y) {
        const int row = static_cast<int>((y + 0.5) * image.size.height / size.height);
        for (int x = 0; x < size.width; ++x)
            std::copy_n(image.pixel(column_of(x), row), 4, larger.pixel(x, y));
    }
    return larger;
}

CairoImage::CairoImage(const Image& image) : size_(image.size) {
    const int stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, image.size.width);
    data_.resize(static_cast<std::size_t>(stride) * static_cast<std::size_t>(image.size.height));
    for (int y = 0; y < image.size.height; ++y) {
        unsigned char* out = data_.data() + static_cast<std::size_t>(stride) * static_cast<std::size_t>(y);
        for (int x = 0; x < image.size.width; ++x, out += 4) {
            const std::uint8_t* in = image.pixel(x, y);
            const std::uint32_t rgb = std::uint32_t{in[0]} << 16U | std::uint32_t{in[1]} << 8U | in[2];
            std::memcpy(out, &rgb, sizeof rgb);
        }
    }
    surface_.reset(cairo_image_surface_create_for_data(data_.data(), CAIRO_FORMAT_RGB24, image.size.width,
                                                       image.size.height, stride));
}

void CairoImage::paint(cairo_t* context, CanvasPoint corner, CanvasPoint size) const {
    cairo_save(context);
    cairo_translate(context, corner.x, corner.y);
    cairo_scale(context, size.x / size_.width, size.y / size_.height);
    cairo_set_source_surface(context, surface_.get(), 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
    cairo_paint(context);
    cairo_restore(context);
}

void ImageCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    // A pixel of the canvas has the colour of the cell that its centre is in.
    const FrameSize pixels{static_cast<int>(std::lround(size.x * scale_)),
                           static_cast<int>(std::lround(size.y * scale_))};
    if (pixels.width < 1 || pixels.height < 1 || image.rgba.empty()) return;
    cairo_save(context());
    cairo_identity_matrix(context());
    CairoImage(pixels == image.size ? image : stretched(image, pixels))
        .paint(context(),
               {static_cast<double>(std::lround(corner.x * scale_)),
                static_cast<double>(std::lround(corner.y * scale_))},
               {static_cast<double>(pixels.width), static_cast<double>(pixels.height)});
    cairo_restore(context());
}

} // namespace hitmap
