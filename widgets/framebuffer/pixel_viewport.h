#pragma once

#include <QtCore/QPoint>
#include <QtCore/QRectF>
#include <QtCore/QSize>

#include <optional>

namespace hitmap {

/// The visible part of an image: all of it, or a zoomed part. A plain value independent of the size of the
/// widget, so that two views can share it.
struct PixelViewport {
    static constexpr double largest_zoom = 1024.0;

    double zoom = 1.0; ///< 1: the whole image is visible; up to largest_zoom
    /// The point of the image at the centre of the widget, in widths and heights of the image.
    QPointF centre{0.5, 0.5};

    /// Returns the area of the image in a widget with this `margin`, with its proportions. Empty if there is
    /// no image.
    [[nodiscard]] QRectF target(const QSize& image, const QSize& widget, int margin) const;

    friend bool operator==(const PixelViewport&, const PixelViewport&) = default;
};

/// Zooms by `factor`; the point of the image at `where` (in the widget) keeps its position.
[[nodiscard]] PixelViewport zoomed(const PixelViewport& viewport, double factor, const QPointF& where,
                                   const QSize& image, const QSize& widget, int margin);
/// Moves the image with the pointer. The centre stays inside the image.
[[nodiscard]] PixelViewport panned(const PixelViewport& viewport, const QPointF& by, const QSize& image,
                                   const QSize& widget, int margin);
/// Returns the pixel of the image at a point of the widget.
[[nodiscard]] std::optional<QPoint> cell_at(const QRectF& target, const QSize& image, const QPointF& where);

} // namespace hitmap
