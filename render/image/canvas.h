#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"
#include "render/image/painter.h"

#include <span>
#include <string>
#include <string_view>

namespace hitmap {

struct CanvasPoint {
    double x = 0.0;
    double y = 0.0;
};
struct LineStyle {
    Rgb colour;
    double width = 1.0;
    std::span<const double> dashes; ///< drawn, left out, drawn, ...; empty: solid
};
enum class Anchor : std::uint8_t { start, middle, end };
struct TextStyle {
    Rgb colour{0x1e, 0x1e, 0x1e};
    double size = 13.0;
    bool bold = false;
    Anchor anchor = Anchor::start; ///< what of the text lies at its point
    bool upwards = false;          ///< turned by 90 degrees
};

/// What panels are drawn on: pixels or SVG. Measures in pixels, y downwards.
class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) = 0;
    virtual void line(std::span<const CanvasPoint> points, const LineStyle& style) = 0;
    /// `at`: of the base line.
    virtual void text(CanvasPoint at, std::string_view text, const TextStyle& style) = 0;
    /// Stretched over the place, its pixels stay sharp.
    virtual void image(CanvasPoint corner, CanvasPoint size, const Image& image) = 0;
};

/// Over an image that is given at the end.
class ImageCanvas final : public Canvas {
public:
    explicit ImageCanvas(FrameSize size) : painter_(size, 1.0) {}
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    void finish(Image& image) { painter_.finish(image); }

private:
    Painter painter_;
};

/// Text stays text and lines stay lines. Same calls, same bytes.
class SvgCanvas final : public Canvas {
public:
    explicit SvgCanvas(FrameSize size);
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    /// The file; call once.
    [[nodiscard]] std::string finish();

private:
    std::string svg_;
};

} // namespace hitmap
