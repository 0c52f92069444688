#include "render/image/forwarding_canvas.h"

namespace hitmap {

CanvasPoint ForwardingCanvas::scaled(CanvasPoint size) const {
    return {scale() * size.x, scale() * size.y};
}

std::vector<CanvasPoint> ForwardingCanvas::placed(std::span<const CanvasPoint> points) const {
    std::vector<CanvasPoint> result;
    result.reserve(points.size());
    for (const CanvasPoint& point : points)
        result.push_back(placed(point));
    return result;
}

TextStyle ForwardingCanvas::forwarded(TextStyle style) const {
    style.size *= scale();
    style.colour = seen(style.colour);
    return style;
}

void ForwardingCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    canvas_.rectangle(placed(corner), scaled(size), seen(fill));
}

void ForwardingCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    // Dashes have the scale of widths, so that they look the same.
    std::vector<double> dashes(style.dashes.begin(), style.dashes.end());
    for (double& dash : dashes)
        dash *= line_scale();
    canvas_.line(placed(points), {seen(style.colour), style.width * line_scale(), dashes});
}

void ForwardingCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    canvas_.polygon(placed(points), {seen(fill.colour), fill.pattern});
}

void ForwardingCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    canvas_.dots(placed(centres), diameter * scale(), seen(colour));
}

void ForwardingCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    canvas_.text(placed(at), text, forwarded(style));
}

double ForwardingCanvas::text_width(std::string_view text, const TextStyle& style) {
    return canvas_.text_width(text, forwarded(style)) / scale();
}

void ForwardingCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    canvas_.image(placed(corner), scaled(size), image);
}

} // namespace hitmap
