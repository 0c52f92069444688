#include "widgets/plot/screen_canvas.h"

#include "widgets/base/format.h"

#include <QtCore/QVector>
#include <QtGui/QFontMetricsF>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtGui/QPolygonF>

#include <array>
#include <cstddef>

namespace hitmap {

namespace {

QColor colour_of(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

QPolygonF polygon_of(std::span<const CanvasPoint> points) {
    QPolygonF polygon;
    polygon.reserve(static_cast<int>(points.size()));
    for (const CanvasPoint& point : points)
        polygon.append({point.x, point.y});
    return polygon;
}

} // namespace

ScreenCanvas::ScreenCanvas(QPainter& painter) : painter_(painter), font_(painter.font()) {
    painter_.setRenderHint(QPainter::Antialiasing);
}

void ScreenCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    painter_.fillRect(QRectF(corner.x, corner.y, size.x, size.y), colour_of(fill));
}

void ScreenCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    QPen pen(colour_of(style.colour), style.width);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::FlatCap);
    QVector<qreal> dashes;
    for (const double dash : style.dashes) // Qt expects dashes in widths of the pen.
        dashes.append(dash / style.width);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPolyline(polygon_of(points));
}

void ScreenCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    constexpr std::array patterns{Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense7Pattern, Qt::CrossPattern,
                                  Qt::HorPattern};
    painter_.setPen(Qt::NoPen);
    painter_.setBrush({colour_of(fill.colour), patterns.at(static_cast<std::size_t>(fill.pattern))});
    painter_.drawPolygon(polygon_of(points));
}

void ScreenCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    QPen pen(colour_of(colour), diameter);
    pen.setCapStyle(Qt::RoundCap);
    painter_.setPen(pen);
    painter_.drawPoints(polygon_of(centres));
}

QFont ScreenCanvas::font_of(const TextStyle& style) const {
    QFont font = font_;
    font.setPointSizeF(style.size * 72.0 / painter_.device()->logicalDpiY());
    font.setBold(style.bold);
    return font;
}

void ScreenCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    const double width = style.anchor == Anchor::start ? 0.0 : text_width(text, style);
    painter_.save();
    painter_.translate(at.x, at.y);
    if (style.upwards) painter_.rotate(-90.0);
    painter_.setFont(font_of(style));
    painter_.setPen(colour_of(style.colour));
    painter_.drawText(QPointF(style.anchor == Anchor::middle ? -0.5 * width : -width, 0.0), text_of(text));
    painter_.restore();
}

double ScreenCanvas::text_width(std::string_view text, const TextStyle& style) {
    return QFontMetricsF(font_of(style), painter_.device()).horizontalAdvance(text_of(text));
}

void ScreenCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    const QImage shown(image.rgba.data(), image.size.width, image.size.height, 4 * image.size.width,
                       QImage::Format_RGBA8888);
    painter_.drawImage(QRectF(corner.x, corner.y, size.x, size.y), shown);
}

} // namespace hitmap
