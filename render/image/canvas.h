#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"
#include "render/image/painter.h"

#include <cstdint>
#include <set>
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
enum class FillPattern : std::uint8_t { solid, hatched, dotted, crossed };
struct FillStyle {
    Rgb colour;
    FillPattern pattern = FillPattern::solid; ///< between the lines of the others, the ground stays visible
};
enum class Anchor : std::uint8_t { start, middle, end };
struct TextStyle {
    Rgb colour{0x1e, 0x1e, 0x1e};
    double size = 13.0;
    bool bold = false;
    Anchor anchor = Anchor::start; ///< what of the text lies at its point
    bool upwards = false;          ///< turned by 90 degrees
};

/// Width of a text in pixels, on the wide side of common sans-serif fonts: the same on every machine, so that
/// what depends on it is, too.
[[nodiscard]] double estimated_text_width(std::string_view text, double size, bool bold);

/// What pictures are drawn on: pixels, SVG or a window. Measures in pixels, y downwards.
class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) = 0;
    virtual void line(std::span<const CanvasPoint> points, const LineStyle& style) = 0;
    /// Closed, without an outline.
    virtual void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) = 0;
    virtual void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) = 0;
    /// `at`: of the base line.
    virtual void text(CanvasPoint at, std::string_view text, const TextStyle& style) = 0;
    /// Of a text of that style.
    [[nodiscard]] virtual double text_width(std::string_view text, const TextStyle& style) = 0;
    /// Stretched over the place, its pixels stay sharp.
    virtual void image(CanvasPoint corner, CanvasPoint size, const Image& image) = 0;
};

/// Over an image that is given at the end, of `size` times `scale` pixels.
class ImageCanvas final : public Canvas {
public:
    explicit ImageCanvas(FrameSize size, int scale = 1);
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
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
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    /// The file; call once.
    [[nodiscard]] std::string finish();

private:
    std::string svg_;
    std::set<std::string> patterns_; ///< that are defined so far
};

/// The text, or as much of its beginning as fits, and an ellipsis.
[[nodiscard]] std::string elided_text(Canvas& canvas, std::string text, const TextStyle& style, double width);

} // namespace hitmap
