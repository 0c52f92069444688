#include "render/image/colour_vision_canvas.h"

namespace hitmap {

void ColourVisionCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    canvas_.rectangle(corner, size, seen_with(vision_, fill));
}

void ColourVisionCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    canvas_.line(points, {seen_with(vision_, style.colour), style.width, style.dashes});
}

void ColourVisionCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    canvas_.polygon(points, {seen_with(vision_, fill.colour), fill.pattern});
}

void ColourVisionCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    canvas_.dots(centres, diameter, seen_with(vision_, colour));
}

void ColourVisionCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    TextStyle seen = style;
    seen.colour = seen_with(vision_, style.colour);
    canvas_.text(at, text, seen);
}

double ColourVisionCanvas::text_width(std::string_view text, const TextStyle& style) {
    return canvas_.text_width(text, style);
}

void ColourVisionCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    if (vision_ == ColourVision::normal) return canvas_.image(corner, size, image);
    Image seen = image;
    see_with(vision_, seen.rgba);
    canvas_.image(corner, size, seen);
}

} // namespace hitmap
