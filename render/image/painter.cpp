#include "render/image/painter.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap {

Painter::Painter(FrameSize size, double scale)
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

std::string elided_text(std::string text, double width,
                        const std::function<double(const std::string&)>& width_of) {
    if (width_of(text) <= width) return text;
    while (!text.empty() && width_of(text + "\u2026") > width) {
        do {
            text.pop_back();
        } while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U);
        if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
    }
    return text + "\u2026";
}

void Painter::text(double x, double y, std::string text, double width) {
    const std::string shown =
        elided_text(std::move(text), width, [this](const std::string& part) { return text_width(part); });
    cairo_move_to(context_.get(), x, y);
    cairo_show_text(context_.get(), shown.c_str());
}

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
            // Draws a premultiplied colour over a straight one. The result is straight.
            std::uint8_t* pixel = image.pixel(x, y);
            const unsigned below = pixel[3] * (255U - alpha);
            const unsigned result_alpha = alpha * 255U + below; // alpha of the result, times 255
            for (unsigned channel = 0; channel < 3; ++channel) {
                const unsigned above = argb >> (16U - 8U * channel) & 0xffU;
                pixel[channel] = static_cast<std::uint8_t>(std::min(
                    (above * 255U * 255U + pixel[channel] * below + result_alpha / 2) / result_alpha, 255U));
            }
            pixel[3] = static_cast<std::uint8_t>((result_alpha + 127U) / 255U);
        }
    }
}

namespace {

/// Returns the number of bytes of the UTF-8 character that begins at `at`.
std::size_t character_size(const std::string& text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
        ++end;
    return end - at;
}

/// Returns the number of bytes of the characters that fit, at least one character.
std::size_t fitting_size(const Painter& painter, const std::string& word, double width) {
    std::size_t size = character_size(word, 0);
    while (size < word.size()) {
        const std::size_t next = size + character_size(word, size);
        if (painter.text_width(word.substr(0, next)) > width) break;
        size = next;
    }
    return size;
}

} // namespace

std::vector<std::string> wrapped(const Painter& painter, const std::string& text, double width) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string word = text.substr(at, end - at);
        at = end + 1;
        if (!lines.empty() && painter.text_width(lines.back() + " " + word) <= width) {
            lines.back() += " " + word;
            continue;
        }
        while (painter.text_width(word) > width) {
            const std::size_t size = fitting_size(painter, word, width);
            if (size == word.size()) break;
            lines.push_back(word.substr(0, size));
            word.erase(0, size);
        }
        lines.push_back(std::move(word));
    }
    return lines;
}

} // namespace hitmap
