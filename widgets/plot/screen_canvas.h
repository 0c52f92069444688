#pragma once

#include "render/image/canvas.h"

#include <QtGui/QFont>

class QPainter;

namespace hitmap {

/// Draws with a QPainter. Uses the font family, transformation and opacity that the painter has.
class ScreenCanvas final : public Canvas {
public:
    /// @param painter  must outlive this object
    explicit ScreenCanvas(QPainter& painter);

    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override;
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override;
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override;
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override;
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override;
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) override;
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override;

private:
    [[nodiscard]] QFont font_of(const TextStyle& style) const;

    QPainter& painter_;
    QFont font_;
};

} // namespace hitmap
