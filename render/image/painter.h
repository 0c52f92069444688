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

/// Draws text and shapes into an RGBA image, which must outlive it; finish() brings them there.
class Painter {
public:
    /// `scale`: of fonts, 1 is 13 pixels. Throws Error where there is too little memory.
    Painter(FrameSize size, double scale);

    [[nodiscard]] cairo_t* context() const { return context_.get(); }
    [[nodiscard]] double scale() const { return scale_; }
    void colour(Rgb c) { cairo_set_source_rgb(context_.get(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }
    /// @param relative  to the painter's scale
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
    /// Left end of the base line at (x, y); what does not fit in `width` is cut and marked.
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
    /// Over the image, which has the painter's size.
    void finish(Image& image);

private:
    std::unique_ptr<cairo_surface_t, CairoDeleter> surface_;
    std::unique_ptr<cairo_t, CairoDeleter> context_;
    double scale_;
};

/// The text, or as much of its beginning as fits into `width`, and an ellipsis.
/// @param width_of  width of a text
[[nodiscard]] std::string elided_text(std::string text, double width,
                                      const std::function<double(const std::string&)>& width_of);
/// Splits at spaces so that each line fits; words that do not fit alone, within them.
[[nodiscard]] std::vector<std::string> wrapped(const Painter& painter, const std::string& text, double width);

} // namespace hitmap
