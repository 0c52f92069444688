#pragma once

#include "render/image/canvas.h"

#include <vector>

namespace hitmap {

/// Draws everything on another canvas, with other places, lengths or colours. Subclasses override what they
/// change. `canvas` must outlive it.
class ForwardingCanvas : public Canvas {
public:
    explicit ForwardingCanvas(Canvas& canvas) : canvas_(canvas) {}

    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) final;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) final;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) final;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) final;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) final;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) final;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;

protected:
    /// Returns the place on the other canvas.
    [[nodiscard]] virtual CanvasPoint placed(CanvasPoint point) const { return point; }
    /// Returns the factor of lengths and of font sizes.
    [[nodiscard]] virtual double scale() const { return 1.0; }
    /// Returns the factor of widths of lines and of their dashes.
    [[nodiscard]] virtual double line_scale() const { return 1.0; }
    [[nodiscard]] virtual Rgb seen(Rgb colour) const { return colour; }

private:
    [[nodiscard]] CanvasPoint scaled(CanvasPoint size) const;
    [[nodiscard]] std::vector<CanvasPoint> placed(std::span<const CanvasPoint> points) const;
    [[nodiscard]] TextStyle forwarded(TextStyle style) const;

    Canvas& canvas_;
};

} // namespace hitmap
