#include "widgets/time/frame_marks.h"

#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace hitmap {

namespace {

QColor with_alpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

void paint_frame_marks(QPainter& painter, const QWidget& widget, const QRectF& plot, const FrameRange& frames,
                       std::optional<std::uint64_t> hovered) {
    const QPalette& palette = widget.palette();
    const auto x_of = [&](std::uint64_t f) { return plot.left() + share_before(frames, f) * plot.width(); };
    QRectF band(QPointF(x_of(frames.first), plot.top()),
                QPointF(x_of(frames.first + frames.count), plot.bottom()));
    constexpr double least = 2.0; // minimum width, since one of many frames would be too narrow to see
    if (band.width() < least) band.adjust((band.width() - least) / 2.0, 0, (least - band.width()) / 2.0, 0);
    const QColor colour = palette.color(QPalette::Highlight);
    constexpr double closest = 6.0; // minimum distance; closer borders would look like a grey area
    if (static_cast<double>(frames.total) * closest < plot.width()) {
        painter.setPen({with_alpha(palette.color(QPalette::Text), 90), 1.0});
        for (std::uint64_t f = 1; f < frames.total; ++f)
            painter.drawLine(QPointF(x_of(f), plot.top()), QPointF(x_of(f), plot.bottom()));
    }
    if (frames.count < frames.total) {
        painter.setPen({colour, 1.0});
        painter.setBrush(with_alpha(colour, 70));
        painter.drawRect(band);
        // A triangle also marks the frames, since curves may hide the colour.
        const double x = std::clamp(band.center().x(), plot.left(), plot.right());
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({{x - 4, plot.top() - 5}, {x + 4, plot.top() - 5}, {x, plot.top()}}));
    }
    if (hovered) {
        const double x = (x_of(*hovered) + x_of(*hovered + 1)) / 2.0;
        painter.setPen({palette.color(QPalette::Text), 1.0, Qt::DotLine});
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
}

} // namespace hitmap
