#include "widgets/framebuffer/pixel_viewport.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

PixelViewport bounded(PixelViewport viewport) {
    viewport.zoom = std::clamp(viewport.zoom, 1.0, PixelViewport::largest_zoom);
    // At the lowest zoom the whole picture is visible.
    const double half = 0.5 / viewport.zoom;
    viewport.centre.setX(std::clamp(viewport.centre.x(), half, 1.0 - half));
    viewport.centre.setY(std::clamp(viewport.centre.y(), half, 1.0 - half));
    return viewport;
}

} // namespace

QRectF PixelViewport::target(const QSize& image, const QSize& widget, int margin) const {
    if (image.isEmpty()) return {};
    const QSizeF room(std::max(1, widget.width() - 2 * margin), std::max(1, widget.height() - 2 * margin));
    const QSizeF size = QSizeF(image).scaled(room, Qt::KeepAspectRatio) * zoom;
    const QPointF middle(widget.width() / 2.0, widget.height() / 2.0);
    return {middle - QPointF(centre.x() * size.width(), centre.y() * size.height()), size};
}

PixelViewport zoomed(const PixelViewport& viewport, double factor, const QPointF& where, const QSize& image,
                     const QSize& widget, int margin) {
    const QRectF before = viewport.target(image, widget, margin);
    if (before.isEmpty()) return viewport;
    PixelViewport result = viewport;
    result.zoom = std::clamp(viewport.zoom * factor, 1.0, PixelViewport::largest_zoom);
    // Position of the pointer relative to the centre of the widget, in sizes of the image before and after.
    const QPointF offset = where - QPointF(widget.width() / 2.0, widget.height() / 2.0);
    const double change = 1.0 - viewport.zoom / result.zoom;
    result.centre += QPointF(offset.x() / before.width(), offset.y() / before.height()) * change;
    return bounded(result);
}

PixelViewport panned(const PixelViewport& viewport, const QPointF& by, const QSize& image,
                     const QSize& widget, int margin) {
    const QRectF target = viewport.target(image, widget, margin);
    if (target.isEmpty()) return viewport;
    PixelViewport result = viewport;
    result.centre -= QPointF(by.x() / target.width(), by.y() / target.height());
    return bounded(result);
}

std::optional<QPoint> cell_at(const QRectF& target, const QSize& image, const QPointF& where) {
    if (image.isEmpty() || !target.contains(where)) return std::nullopt;
    const auto x = static_cast<int>(std::floor((where.x() - target.left()) / target.width() * image.width()));
    const auto y =
        static_cast<int>(std::floor((where.y() - target.top()) / target.height() * image.height()));
    return QPoint(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
}

} // namespace hitmap
