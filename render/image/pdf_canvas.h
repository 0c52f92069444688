#pragma once

#include "render/image/canvas.h"
#include "render/image/painter.h"

#include <memory>
#include <string>

namespace hitmap {

/// Writes a PDF file of one page, with lines and texts as vectors and images without loss. Units are points.
/// The same calls give the same bytes on machines with the same fonts: the file has no time.
class PdfCanvas final : public CairoCanvas {
public:
    /// Throws Error if cairo has no PDF.
    PdfCanvas(CanvasPoint points, std::string font);
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    /// Returns the bytes of the file. Must be called only once, after all drawing. Throws Error.
    [[nodiscard]] std::string finish();

protected:
    [[nodiscard]] cairo_t* context() const override { return context_.get(); }

private:
    std::string bytes_;
    std::unique_ptr<cairo_surface_t, CairoDeleter> surface_;
    std::unique_ptr<cairo_t, CairoDeleter> context_;
};

} // namespace hitmap
