#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"
#include "render/image/painter.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

struct CanvasPoint {
    double x = 0.0;
    double y = 0.0;
};
struct LineStyle {
    Rgb colour;
    double width = 1.0;
    /// Lengths that are alternately drawn and omitted; empty for a solid line.
    std::span<const double> dashes;
};
enum class FillPattern : std::uint8_t { solid, hatched, dotted, crossed, lined };
struct FillStyle {
    Rgb colour;
    /// Between the lines of patterns other than solid, the background is visible.
    FillPattern pattern = FillPattern::solid;
};
enum class Anchor : std::uint8_t { start, middle, end };
struct TextStyle {
    Rgb colour{0x1e, 0x1e, 0x1e};
    double size = 13.0;
    bool bold = false;
    Anchor anchor = Anchor::start; ///< the part of the text that is at its point
    bool upwards = false;          ///< rotated by 90 degrees
};

/// Returns an estimate of the width of a text in pixels. It is that of wide sans-serif fonts and is the same
/// on every machine, so that layouts are, too.
[[nodiscard]] double estimated_text_width(std::string_view text, double size, bool bold);

/// A surface to draw on: an image, an SVG file or a window. Coordinates are in pixels, with y downwards.
class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) = 0;
    virtual void line(std::span<const CanvasPoint> points, const LineStyle& style) = 0;
    /// Fills a closed polygon without an outline.
    virtual void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) = 0;
    virtual void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) = 0;
    /// `at`: a point on the base line of the text.
    virtual void text(CanvasPoint at, std::string_view text, const TextStyle& style) = 0;
    /// Returns the width of a text with this style.
    [[nodiscard]] virtual double text_width(std::string_view text, const TextStyle& style) = 0;
    /// Stretches an image over a rectangle without smoothing, so that its pixels stay sharp.
    virtual void image(CanvasPoint corner, CanvasPoint size, const Image& image) = 0;
};

/// Draws with cairo: into an image or a PDF file.
class CairoCanvas : public Canvas {
public:
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;

protected:
    /// @param font  family of the texts, as fontconfig names it
    explicit CairoCanvas(std::string font) : font_(std::move(font)) {}
    [[nodiscard]] virtual cairo_t* context() const = 0;

private:
    std::string font_;
};

inline constexpr const char* standard_font = "sans-serif";

/// Draws into an image of `size` times `scale` pixels, which finish() receives.
class ImageCanvas final : public CairoCanvas {
public:
    explicit ImageCanvas(FrameSize size, int scale = 1);
    /// An image of exactly `pixels`, in which a unit of the canvas is `scale` pixels.
    ImageCanvas(FrameSize pixels, double scale, std::string font);
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    void finish(Image& image) { painter_.finish(image); }

protected:
    [[nodiscard]] cairo_t* context() const override { return painter_.context(); }

private:
    double scale_;
    Painter painter_;
};

/// Writes SVG, with texts as text and lines as lines. The same calls give the same bytes.
class SvgCanvas final : public Canvas {
public:
    explicit SvgCanvas(FrameSize size);
    /// A page whose size is in points, which are the units of the canvas.
    SvgCanvas(CanvasPoint points, std::string_view font);
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;
    /// Returns the text of the file. Must be called only once.
    [[nodiscard]] std::string finish();

private:
    std::string svg_;
    std::set<std::string> patterns_; ///< patterns that the file defines so far
};

/// Returns the text if it fits into the width, otherwise the longest beginning that fits with an ellipsis.
[[nodiscard]] std::string elided_text(Canvas& canvas, std::string text, const TextStyle& style, double width);

} // namespace hitmap
