#pragma once

#include "render/image/canvas.h"
#include "render/image/colour_vision.h"

namespace hitmap {

/// Another canvas as it is seen with some colour vision: every colour and every image is replaced, so that
/// vector and raster output look alike. `canvas` must outlive it.
class ColourVisionCanvas final : public Canvas {
public:
    ColourVisionCanvas(Canvas& canvas, ColourVision vision) : canvas_(canvas), vision_(vision) {}

    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;

private:
    Canvas& canvas_;
    ColourVision vision_;
};

} // namespace hitmap
