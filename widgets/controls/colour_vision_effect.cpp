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
    // The edges of letters and lines have the colours that they have on the background.
    QImage image(source.size(), QImage::Format_RGBA8888);
    image.setDevicePixelRatio(source.devicePixelRatio());
    image.fill(widget_.palette().color(widget_.backgroundRole()));
    QPainter(&image).drawPixmap(0, 0, source);
    see_with(vision_, std::span<std::uint8_t>(image.bits(), static_cast<std::size_t>(image.sizeInBytes())));
    const QTransform transform = painter->worldTransform();
    painter->setWorldTransform({});
    painter->drawImage(corner, image);
    painter->setWorldTransform(transform);
}

QString alike_sentence(std::span<const ColourMark> marks, ColourVision vision) {
    QString sentence = QString::fromStdString(alike_warning(marks, vision));
    if (sentence.isEmpty()) return sentence;
    sentence[0] = sentence[0].toUpper();
    return sentence + QLatin1Char('.');
}

void show_as_seen(QWidget& widget, ColourVision vision) {
    // The widget owns its effect.
    widget.setGraphicsEffect(vision == ColourVision::normal ? nullptr
                                                            : new ColourVisionEffect(vision, widget));
}

} // namespace hitmap
