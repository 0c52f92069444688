#include "widgets/controls/play_button.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace hitmap {

PlayButton::PlayButton(QWidget* parent) : QToolButton(parent) {
    setCheckable(true);
}

void PlayButton::paintEvent(QPaintEvent* event) {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::ButtonText));
    // The shape is in a square around the centre with sides of 2.
    painter.translate(QRectF(rect()).center());
    const qreal scale = std::min(width(), height()) * 0.22;
    painter.scale(scale, scale);
    if (isChecked()) {
        painter.drawRect(QRectF(-0.9, -1, 0.6, 2));
        painter.drawRect(QRectF(0.3, -1, 0.6, 2));
    } else {
        painter.drawPolygon(QPolygonF({{-0.7, -1}, {1, 0}, {-0.7, 1}}));
    }
}

} // namespace hitmap
