#pragma once

#include "render/image/canvas.h"
#include "render/image/image.h"
#include "render/image/painter.h"

#include <memory>
#include <vector>

namespace hitmap {

/// Returns an image of another size. Each of its pixels has the colour of the pixel of `image` that contains
/// its centre. Both sizes are at least 1x1.
[[nodiscard]] Image stretched(const Image& image, FrameSize size);

/// An opaque image as a surface of cairo; alpha is ignored.
class CairoImage {
public:
    explicit CairoImage(const Image& image);
    /// Stretches the image over a rectangle without smoothing. A PDF file contains it without loss.
    void paint(cairo_t* context, CanvasPoint corner, CanvasPoint size) const;

private:
    FrameSize size_;
    std::vector<unsigned char> data_;
    std::unique_ptr<cairo_surface_t, CairoDeleter> surface_;
};

} // namespace hitmap
