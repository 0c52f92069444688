#pragma once

#include "render/image/canvas.h"

#include <vector>

namespace hitmap {

/// A part of another canvas with its own units, for code that draws at the origin and in pixels, such as
/// plots. `canvas` must outlive it.
class PlacedCanvas final : public Canvas {
public:
    /// @param corner      the place of the origin on `canvas`
    /// @param scale       length of a unit on `canvas`
    /// @param line_scale  width on `canvas` of a line with a width of 1
    PlacedCanvas(Canvas& canvas, CanvasPoint corner, double scale, double line_scale)
        : canvas_(canvas), corner_(corner), scale_(scale), line_scale_(line_scale) {}

    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;

private:
    [[nodiscard]] CanvasPoint placed(CanvasPoint point) const;
    [[nodiscard]] CanvasPoint scaled(CanvasPoint size) const;
    [[nodiscard]] std::vector<CanvasPoint> placed(std::span<const CanvasPoint> points) const;
    [[nodiscard]] TextStyle scaled(TextStyle style) const;

    Canvas& canvas_;
    CanvasPoint corner_;
    double scale_;
    double line_scale_;
};

} // namespace hitmap
