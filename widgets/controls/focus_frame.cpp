#include "widgets/controls/focus_frame.h"

#include "widgets/controls/contrast_style.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int ring_width = 2;

} // namespace

void draw_focus_ring(QPainter& painter, const QRect& around, const QPalette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen({focus_colour(palette), qreal{ring_width}});
    constexpr qreal inside = ring_width / 2.0;
    painter.drawRoundedRect(QRectF(around).adjusted(inside, inside, -inside, -inside), 2, 2);
    painter.restore();
}

void draw_focus_frame(QPainter& painter, const QWidget& widget) {
    if (!widget.hasFocus()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(widget.palette().color(QPalette::Base));
    // The right and lower lines of drawRect() are one pixel outside of the rectangle.
    painter.drawRect(widget.rect().adjusted(ring_width, ring_width, -ring_width - 1, -ring_width - 1));
    painter.restore();
    draw_focus_ring(painter, widget.rect(), widget.palette());
}

FocusOutline::FocusOutline(QWidget& view) : QWidget(&view) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    view.installEventFilter(this);
    hide();
}

bool FocusOutline::eventFilter(QObject* watched, QEvent* event) {
    const auto* const view = parentWidget();
    switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Resize:
        setGeometry(view->rect());
        // Only the ring, so that the view below is not drawn again as a whole.
        setMask(QRegion(rect()) - QRegion(rect().adjusted(ring_width, ring_width, -ring_width, -ring_width)));
        setVisible(event->type() == QEvent::FocusIn || (event->type() == QEvent::Resize && view->hasFocus()));
        raise();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusOutline::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    draw_focus_ring(painter, rect(), palette());
}

FocusHolder::FocusHolder(QWidget* parent) : QWidget(parent), views_(new QHBoxLayout(this)) {
    views_->setContentsMargins(ring_width, ring_width, ring_width, ring_width);
}

void FocusHolder::hold(QWidget& view, bool draws) {
    views_->addWidget(&view);
    if (!draws) return;
    framed_.append(&view);
    view.installEventFilter(this);
}

bool FocusHolder::has_focused_view() const {
    return std::ranges::any_of(framed_, [](const QWidget* view) { return view->hasFocus(); });
}

bool FocusHolder::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update(QRegion(rect()) - QRegion(views_->contentsRect()));
    return QWidget::eventFilter(watched, event);
}

void FocusHolder::paintEvent(QPaintEvent* /*event*/) {
    if (!has_focused_view()) return;
    QPainter painter(this);
    draw_focus_ring(painter, rect(), palette());
}

} // namespace hitmap
