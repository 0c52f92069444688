#include "render/image/pdf_canvas.h"

#include "core/base/error.h"
#include "render/image/cairo_image.h"

#include <cairo/cairo-pdf.h>

namespace hitmap {

namespace {

cairo_status_t append_bytes(void* target, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(data), length); // NOLINT: bytes
    return CAIRO_STATUS_SUCCESS;
}

void check_status(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw Error(std::string("cannot make a PDF file: ") + cairo_status_to_string(status));
}

} // namespace

PdfCanvas::PdfCanvas(CanvasPoint points, std::string font)
    : CairoCanvas(std::move(font)),
      surface_(cairo_pdf_surface_create_for_stream(append_bytes, &bytes_, points.x, points.y)) {
    // That of cairo 1.16 on every system: TeX may refuse figures of the version 1.7, which cairo 1.18 writes.
    cairo_pdf_surface_restrict_to_version(surface_.get(), CAIRO_PDF_VERSION_1_5);
    // Without this, cairo stores the time.
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, nullptr);
    context_.reset(cairo_create(surface_.get()));
    check_status(cairo_status(context_.get()));
}

void PdfCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    if (!image.rgba.empty()) CairoImage(image).paint(context(), corner, size);
}

std::string PdfCanvas::finish() {
    check_status(cairo_status(context_.get()));
    context_.reset();
    cairo_surface_finish(surface_.get());
    check_status(cairo_surface_status(surface_.get()));
    return std::move(bytes_);
}

} // namespace hitmap
