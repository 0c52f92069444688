#pragma once

#include <QtCore/QPoint>
#include <QtCore/QRectF>
#include <QtCore/QSize>

#include <optional>

namespace hitmap {

/// Which part of an image is seen: the whole of it, or enlarged about a point. A plain value that does not
/// depend on the size of the widget, so that two views can share it.
struct PixelViewport {
    static constexpr double largest_zoom = 1024.0;

    double zoom = 1.0;        ///< 1: all of the image is seen; up to largest_zoom
    QPointF centre{0.5, 0.5}; ///< what is in the middle, in widths and heights of the image

    /// Where the image lies in a widget that leaves `margin` around it; proportions are kept. Empty where
    /// there is no image.
    [[nodiscard]] QRectF target(const QSize& image, const QSize& widget, int margin) const;

    friend bool operator==(const PixelViewport&, const PixelViewport&) = default;
};

/// Enlarged by `factor`, such that what is at `where` (in the widget) stays there.
[[nodiscard]] PixelViewport zoomed(const PixelViewport& viewport, double factor, const QPointF& where,
                                   const QSize& image, const QSize& widget, int margin);
/// Moved along with the pointer; the middle stays in the image.
[[nodiscard]] PixelViewport panned(const PixelViewport& viewport, const QPointF& by, const QSize& image,
                                   const QSize& widget, int margin);
/// The cell of the image under a point of the widget.
[[nodiscard]] std::optional<QPoint> cell_at(const QRectF& target, const QSize& image, const QPointF& where);

} // namespace hitmap
