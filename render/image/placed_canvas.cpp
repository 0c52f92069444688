#include "render/image/placed_canvas.h"

namespace hitmap {

CanvasPoint PlacedCanvas::placed(CanvasPoint point) const {
    return {corner_.x + scale_ * point.x, corner_.y + scale_ * point.y};
}

CanvasPoint PlacedCanvas::scaled(CanvasPoint size) const {
    return {scale_ * size.x, scale_ * size.y};
}

std::vector<CanvasPoint> PlacedCanvas::placed(std::span<const CanvasPoint> points) const {
    std::vector<CanvasPoint> result;
    result.reserve(points.size());
    for (const CanvasPoint& point : points)
        result.push_back(placed(point));
    return result;
}

TextStyle PlacedCanvas::scaled(TextStyle style) const {
    style.size *= scale_;
    return style;
}

void PlacedCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    canvas_.rectangle(placed(corner), scaled(size), fill);
}

void PlacedCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    // Dashes have the scale of widths, so that they look the same.
    std::vector<double> dashes(style.dashes.begin(), style.dashes.end());
    for (double& dash : dashes)
        dash *= line_scale_;
    canvas_.line(placed(points), {style.colour, style.width * line_scale_, dashes});
}

void PlacedCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    canvas_.polygon(placed(points), fill);
}

void PlacedCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    canvas_.dots(placed(centres), diameter * scale_, colour);
}

void PlacedCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    canvas_.text(placed(at), text, scaled(style));
}

double PlacedCanvas::text_width(std::string_view text, const TextStyle& style) {
    return canvas_.text_width(text, scaled(style)) / scale_;
}

void PlacedCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    canvas_.image(placed(corner), scaled(size), image);
}

} // namespace hitmap
