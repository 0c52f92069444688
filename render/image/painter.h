#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"

#include <cairo/cairo.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

inline constexpr double painter_font_size = 13.0; ///< pixels at scale 1

struct CairoDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// Draws text and shapes. finish() composites them over an RGBA image.
class Painter {
public:
    /// `scale`: scale of fonts; at 1, they have 13 pixels. Throws Error if there is too little memory.
    Painter(FrameSize size, double scale);

    [[nodiscard]] cairo_t* context() const { return context_.get(); }
    [[nodiscard]] double scale() const { return scale_; }
    void colour(Rgb c) { cairo_set_source_rgb(context_.get(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }
    /// @param relative  size relative to the scale of the painter
    void font(bool bold, double relative = 1.0) {
        cairo_select_font_face(context_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(context_.get(), painter_font_size * scale_ * relative);
    }
    [[nodiscard]] double text_width(const std::string& text) const {
        cairo_text_extents_t extents;
        cairo_text_extents(context_.get(), text.c_str(), &extents);
        return extents.x_advance;
    }
    /// Draws text whose baseline starts at (x, y). A text that is wider than `width` is cut and ends with an
    /// ellipsis.
    void text(double x, double y, std::string text, double width);
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
    /// Composites the drawing over the image, which must have the size of the painter.
    void finish(Image& image);

private:
    std::unique_ptr<cairo_surface_t, CairoDeleter> surface_;
    std::unique_ptr<cairo_t, CairoDeleter> context_;
    double scale_;
};

/// Returns the text if it fits into `width`, and otherwise the longest start that fits with an ellipsis.
/// @param width_of  returns the width of a text
[[nodiscard]] std::string elided_text(std::string text, double width,
                                      const std::function<double(const std::string&)>& width_of);
/// Splits the text into lines that fit into `width`: at spaces, and within words that are wider than a line.
[[nodiscard]] std::vector<std::string> wrapped(const Painter& painter, const std::string& text, double width);

} // namespace hitmap
