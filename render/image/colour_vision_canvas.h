#pragma once

#include "render/image/colour_vision.h"
#include "render/image/forwarding_canvas.h"

namespace hitmap {

/// Another canvas as it is seen with some colour vision: every colour and every image is replaced, so that
/// vector and raster output look alike. `canvas` must outlive it.
class ColourVisionCanvas final : public ForwardingCanvas {
public:
    ColourVisionCanvas(Canvas& canvas, ColourVision vision) : ForwardingCanvas(canvas), vision_(vision) {}

    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override {
        if (vision_ == ColourVision::normal) return ForwardingCanvas::image(corner, size, image);
        Image replaced = image;
        see_with(vision_, replaced.rgba);
        ForwardingCanvas::image(corner, size, replaced);
    }

protected:
    [[nodiscard]] Rgb seen(Rgb colour) const override { return seen_with(vision_, colour); }

private:
    ColourVision vision_;
};

} // namespace hitmap
