#include "widgets/controls/colour_vision_effect.h"

#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

void ColourVisionEffect::draw(QPainter* painter) {
    QPoint corner;
    const QPixmap source = sourcePixmap(Qt::DeviceCoordinates, &corner);
    if (source.isNull()) return;
    QImage image = source.toImage().convertToFormat(QImage::Format_RGBA8888);
    see_with(vision_, std::span<std::uint8_t>(image.bits(), static_cast<std::size_t>(image.sizeInBytes())));
    image.setDevicePixelRatio(source.devicePixelRatio());
    const QTransform transform = painter->worldTransform();
    painter->setWorldTransform({});
    painter->drawImage(corner, image);
    painter->setWorldTransform(transform);
}

void show_as_seen(QWidget& widget, ColourVision vision) {
    // The widget owns its effect.
    widget.setGraphicsEffect(vision == ColourVision::normal ? nullptr : new ColourVisionEffect(vision));
}

} // namespace hitmap
