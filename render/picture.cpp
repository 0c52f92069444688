#include "render/picture.h"

#include "core/base/error.h"

#include <cairo/cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace hitmap {
namespace {

// Measures at scale 1, in pixels.
constexpr double margin = 12.0;
constexpr double panel_width = 136.0;
constexpr double font_size = 13.0;
constexpr double line_height = 18.0;
constexpr double bar_width = 24.0;
constexpr double arrow_height = 14.0;

struct CairoDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// Draws text and shapes into an RGBA image, which must outlive it; finish() brings them there.
class Painter {
public:
    Painter(FrameSize size, double scale)
        : surface_(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height)),
          context_(cairo_create(surface_.get())),
          scale_(scale) {
        if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS) {
            throw Error(fmt::format("cannot paint a picture of {}x{} pixels: {}", size.width, size.height,
                                    cairo_status_to_string(cairo_status(context_.get()))));
        }
        cairo_font_options_t* options = cairo_font_options_create();
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        cairo_set_font_options(context_.get(), options);
        cairo_font_options_destroy(options);
    }

    [[nodiscard]] double scale() const { return scale_; }
    void colour(Rgb c) { cairo_set_source_rgb(context_.get(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }
    void font(bool bold) {
        cairo_select_font_face(context_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(context_.get(), font_size * scale_);
    }
    [[nodiscard]] double text_width(const std::string& text) const {
        cairo_text_extents_t extents;
        cairo_text_extents(context_.get(), text.c_str(), &extents);
        return extents.x_advance;
    }
    /// Left end of the base line at (x, y); what does not fit in `width` is cut and marked.
    void text(double x, double y, std::string text, double width) {
        if (text_width(text) > width) {
            while (!text.empty() && text_width(text + "\u2026") > width) {
                do {
                    text.pop_back();
                } while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U);
                if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
            }
            text += "\u2026";
        }
        cairo_move_to(context_.get(), x, y);
        cairo_show_text(context_.get(), text.c_str());
    }
    void rectangle(double x, double y, double width, double height) {
        cairo_rectangle(context_.get(), x, y, width, height);
        cairo_fill(context_.get());
    }
    void outline(double x, double y, double width, double height) {
        cairo_set_line_width(context_.get(), 1.0);
        cairo_rectangle(context_.get(), x - 0.5, y - 0.5, width + 1.0, height + 1.0);
        cairo_stroke(context_.get());
    }
    void triangle(double left, double right, double base_y, double tip_y) {
        cairo_move_to(context_.get(), left, base_y);
        cairo_line_to(context_.get(), right, base_y);
        cairo_line_to(context_.get(), 0.5 * (left + right), tip_y);
        cairo_close_path(context_.get());
        cairo_fill(context_.get());
    }
    void horizontal(double x0, double x1, double y) {
        cairo_set_line_width(context_.get(), 1.0);
        cairo_move_to(context_.get(), x0, y);
        cairo_line_to(context_.get(), x1, y);
        cairo_stroke(context_.get());
    }
    /// Over the image, which has the painter's size.
    void finish(Image& image);

private:
    std::unique_ptr<cairo_surface_t, CairoDeleter> surface_;
    std::unique_ptr<cairo_t, CairoDeleter> context_;
    double scale_;
};

void Painter::finish(Image& image) {
    cairo_surface_flush(surface_.get());
    const unsigned char* data = cairo_image_surface_get_data(surface_.get());
    const int stride = cairo_image_surface_get_stride(surface_.get());
    for (int y = 0; y < image.size.height; ++y) {
        for (int x = 0; x < image.size.width; ++x) {
            std::uint32_t argb = 0;
            std::copy_n(data + y * stride + 4 * x, 4, reinterpret_cast<unsigned char*>(&argb)); // NOLINT
            const unsigned alpha = argb >> 24U;
            if (alpha == 0) continue;
            // Premultiplied over straight: straight result of the usual "over".
            std::uint8_t* pixel = image.pixel(x, y);
            const unsigned below = pixel[3] * (255U - alpha);
            const unsigned result_alpha = alpha * 255U + below; // times 255
            for (unsigned channel = 0; channel < 3; ++channel) {
                const unsigned above = argb >> (16U - 8U * channel) & 0xffU;
                pixel[channel] = static_cast<std::uint8_t>(std::min(
                    (above * 255U * 255U + pixel[channel] * below + result_alpha / 2) / result_alpha, 255U));
            }
            pixel[3] = static_cast<std::uint8_t>((result_alpha + 127U) / 255U);
        }
    }
}

/// Splits at spaces so that each line fits.
std::vector<std::string> wrapped(const Painter& painter, const std::string& text, double width) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!lines.empty() && painter.text_width(lines.back() + " " + word) <= width) {
            lines.back() += " " + word;
        } else {
            lines.push_back(word);
        }
        at = end + 1;
    }
    return lines;
}

struct Layout {
    double scale;
    FrameSize mesh;    ///< at the upper left
    double panel_left; ///< of the colour bar's column
};

Layout layout_of(const PictureRequest& request) {
    const double width = request.size.width;
    const double height = request.size.height;
    const double lines = static_cast<double>(request.caption.size());
    const double caption_height = lines > 0.0 ? lines * line_height + margin : 0.0;
    double scale = request.scale;
    if (!(scale > 0.0)) {
        // Readable in small pictures too, as long as the mesh keeps most of the place.
        scale = std::max(std::min(width / 1280.0, height / 720.0), 0.7);
        scale = std::min({scale, 0.4 * width / panel_width, 0.3 * height / std::max(caption_height, 1.0)});
    }
    const FrameSize mesh{std::max(1, static_cast<int>(width - panel_width * scale)),
                         std::max(1, static_cast<int>(height - caption_height * scale))};
    return {scale, mesh, static_cast<double>(mesh.width)};
}

void paint_colour_bar(Painter& painter, const PictureRequest& request, const Layout& layout) {
    const double s = layout.scale;
    const double left = layout.panel_left + margin * s;
    const double width = (panel_width - 1.5 * margin) * s;
    double y = margin * s + font_size * s;
    painter.colour(request.style.text);
    painter.font(true);
    for (const std::string& line : wrapped(painter, request.bar.title, width)) {
        painter.text(left, y, line, width);
        y += line_height * s;
    }
    painter.font(false);
    if (!request.bar.unit.empty() && request.bar.style != ValueStyle::percent) {
        painter.text(left, y, fmt::format("in {}", request.bar.unit), width);
        y += line_height * s;
    }

    const int x0 = static_cast<int>(std::lround(left));
    const int x1 = static_cast<int>(std::lround(left + bar_width * s));
    const int top = static_cast<int>(std::lround(y + arrow_height * s - 4.0 * s));
    const int bottom =
        static_cast<int>(std::lround(layout.mesh.height - (margin + 2.0 * line_height + arrow_height) * s));
    const ColourMap& map = colour_map_named(request.view.colour_map);
    if (bottom > top) {
        const int rows = bottom - top;
        for (int row = 0; row < rows; ++row) {
            painter.colour(map.at(1.0F - (static_cast<float>(row) + 0.5F) / static_cast<float>(rows)));
            painter.rectangle(x0, top + row, x1 - x0, 1.0);
        }
        const double gap = 3.0 * s; // between bar and arrow head
        if (request.range.values_above) {
            painter.colour(map.colours.back());
            painter.triangle(x0, x1, top - gap, top - gap - 0.6 * arrow_height * s);
        }
        if (request.range.values_below) {
            painter.colour(map.colours.front());
            painter.triangle(x0, x1, bottom + gap, bottom + gap + 0.6 * arrow_height * s);
        }
        painter.colour(request.style.text);
        painter.outline(x0, top, x1 - x0, rows);
        for (const BarLabel& label :
             bar_labels(request.range, request.bar.style, rows, 1.1 * line_height * s)) {
            const double at = bottom - label.t * rows;
            painter.horizontal(x1 + 1.0, x1 + 5.0 * s, at);
            painter.text(x1 + 8.0 * s, at + 0.36 * font_size * s, label.text, left + width - x1 - 8.0 * s);
        }
    }
}

void paint_swatch(Painter& painter, Image& image, const PictureRequest& request, const Layout& layout) {
    const double s = layout.scale;
    const int side = static_cast<int>(std::lround(16.0 * s));
    const int left = static_cast<int>(std::lround(layout.panel_left + margin * s));
    const int top = layout.mesh.height - side - static_cast<int>(std::lround(0.5 * margin * s));
    for (int y = std::max(top, 0); y < std::min(top + side, image.size.height); ++y) {
        for (int x = left; x < std::min(left + side, image.size.width); ++x) {
            const Rgb c = not_accessed_at(x, image.size.height - 1 - y, static_cast<float>(s));
            std::uint8_t* pixel = image.pixel(x, y);
            pixel[0] = c.r;
            pixel[1] = c.g;
            pixel[2] = c.b;
            pixel[3] = 255;
        }
    }
    painter.colour(request.style.text);
    painter.outline(left, top, side, side);
    painter.text(left + side + 7.0 * s, top + 0.5 * side + 0.36 * font_size * s, "not accessed",
                 image.size.width - left - side - 7.0 * s);
}

void paint_caption(Painter& painter, const PictureRequest& request, const Layout& layout) {
    const double s = layout.scale;
    double y = layout.mesh.height + 0.5 * margin * s + font_size * s;
    bool first = true;
    for (const std::string& line : request.caption) {
        painter.font(first);
        painter.text(margin * s, y, line, request.size.width - 2.0 * margin * s);
        y += line_height * s;
        first = false;
    }
}

Image background(const PictureRequest& request) {
    Image image(request.size);
    if (request.style.transparent) return image;
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
        image.rgba[at] = request.style.background.r;
        image.rgba[at + 1] = request.style.background.g;
        image.rgba[at + 2] = request.style.background.b;
        image.rgba[at + 3] = 255;
    }
    return image;
}

} // namespace

Image render_picture(SceneRenderer& renderer, const PictureRequest& request, const JobContext& job) {
    if (std::min(request.size.width, request.size.height) < 64 ||
        std::max(request.size.width, request.size.height) > 32767) { // cairo's limit
        throw UsageError(fmt::format("a picture has 64x64 to 32767x32767 pixels, not {}x{}",
                                     request.size.width, request.size.height));
    }
    const Layout layout = layout_of(request);
    Image image = background(request);
    const Image mesh = draw_mesh_view(renderer, request.view, request.range, layout.mesh, request.style,
                                      request.supersampling, static_cast<float>(layout.scale), job);
    for (int y = 0; y < mesh.size.height; ++y) {
        std::copy_n(mesh.pixel(0, y), std::size_t{4} * static_cast<std::size_t>(mesh.size.width),
                    image.pixel(0, y));
    }
    Painter painter(request.size, layout.scale);
    paint_colour_bar(painter, request, layout);
    paint_swatch(painter, image, request, layout);
    paint_caption(painter, request, layout);
    painter.finish(image);
    return image;
}

} // namespace hitmap
