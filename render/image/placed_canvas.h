#pragma once

#include "render/image/forwarding_canvas.h"

namespace hitmap {

/// A part of another canvas with its own units, for code that draws at the origin and in pixels, such as
/// plots. `canvas` must outlive it.
class PlacedCanvas final : public ForwardingCanvas {
public:
    /// @param corner      the place of the origin on `canvas`
    /// @param scale       length of a unit on `canvas`
    /// @param line_scale  width on `canvas` of a line with a width of 1
    PlacedCanvas(Canvas& canvas, CanvasPoint corner, double scale, double line_scale)
        : ForwardingCanvas(canvas), corner_(corner), scale_(scale), line_scale_(line_scale) {}

protected:
    [[nodiscard]] CanvasPoint placed(CanvasPoint point) const override {
        return {corner_.x + scale_ * point.x, corner_.y + scale_ * point.y};
    }
    [[nodiscard]] double scale() const override { return scale_; }
    [[nodiscard]] double line_scale() const override { return line_scale_; }

private:
    CanvasPoint corner_;
    double scale_;
    double line_scale_;
};

} // namespace hitmap
