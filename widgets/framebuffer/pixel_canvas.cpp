#include "widgets/framebuffer/pixel_canvas.h"

#include "widgets/colour/hatch.h"
#include "widgets/controls/focus_frame.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr int canvas_margin = 3;
constexpr double zoom_a_notch = 1.25;
constexpr int big_nudge = 10;

} // namespace

PixelCanvas::PixelCanvas(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize PixelCanvas::sizeHint() const {
    return {160, 140};
}

QSize PixelCanvas::minimumSizeHint() const {
    return {70, 60};
}

void PixelCanvas::show_image(const QImage& image, const QString& absence) {
    image_ = image;
    layer_ = {image, {}};
    patterns_.clear();
    absence_ = absence;
    update();
    Q_EMIT image_changed();
}

void PixelCanvas::show_cells(const CellImage& cells) {
    show_image(cells.cells);
    layer_.reduced = cells.reduced;
    for (const auto& [pattern, mask] :
         {std::pair(Pattern::only_a, &cells.only_a), std::pair(Pattern::only_b, &cells.only_b)})
        if (!mask->isNull()) patterns_.emplace_back(pattern, Layer{*mask, {}});
}

void PixelCanvas::mark(const std::optional<QPoint>& pixel) {
    if (pixel == marked_) return;
    marked_ = pixel;
    update();
}

void PixelCanvas::set_viewport(const PixelViewport& viewport) {
    if (viewport == viewport_) return;
    viewport_ = viewport;
    update();
    Q_EMIT viewport_changed();
}

QRectF PixelCanvas::target() const {
    return viewport_.target(image_.size(), size(), canvas_margin);
}

void PixelCanvas::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (image_.isNull()) {
        painter.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(rect().adjusted(canvas_margin, canvas_margin, -canvas_margin, -canvas_margin),
                         Qt::AlignCenter | Qt::TextWordWrap, absence_);
        draw_focus_frame(painter, *this);
        return;
    }
    const QRectF where = target();
    painter.fillRect(where, pattern_brush(Pattern::not_accessed, devicePixelRatioF()));
    painter.drawImage(where, drawn(layer_, where));
    for (auto& [pattern, mask] : patterns_)
        draw_pattern(painter, pattern, mask, where);
    if (marked_) draw_mark(painter, where);
    draw_focus_frame(painter, *this);
}

double PixelCanvas::scale() const {
    return image_.isNull() ? 1.0 : target().width() * devicePixelRatioF() / image_.width();
}

QSize PixelCanvas::shown_size(const QSize& image) const {
    return (viewport_.target(image, size(), canvas_margin).size() * devicePixelRatioF()).toSize();
}

QImage PixelCanvas::reduced(const QImage& cells, const QSize& shown) {
    // Smaller than one screen pixel per cell, averaging keeps bands visible; larger, cells stay sharp.
    if (shown.width() >= cells.width() || shown.isEmpty()) return {};
    return cells.scaled(shown, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

const QImage& PixelCanvas::drawn(Layer& layer, const QRectF& target) const {
    const QSize shown = (target.size() * devicePixelRatioF()).toSize();
    if (shown.width() >= layer.image.width() || shown.isEmpty()) return layer.image;
    if (layer.reduced.size() != shown) layer.reduced = reduced(layer.image, shown);
    return layer.reduced;
}

void PixelCanvas::draw_pattern(QPainter& painter, Pattern pattern, Layer& mask, const QRectF& target) const {
    QImage cells(size() * devicePixelRatioF(), QImage::Format_ARGB32_Premultiplied);
    cells.setDevicePixelRatio(devicePixelRatioF());
    cells.fill(Qt::transparent);
    QPainter through(&cells);
    through.fillRect(target, pattern_brush(pattern, devicePixelRatioF()));
    through.setCompositionMode(QPainter::CompositionMode_DestinationIn);
    through.drawImage(target, drawn(mask, target));
    through.end();
    painter.drawImage(QPointF(0.0, 0.0), cells);
}

void PixelCanvas::draw_mark(QPainter& painter, const QRectF& target) const {
    const QSizeF cell(target.width() / image_.width(), target.height() / image_.height());
    QRectF around(target.topLeft() + QPointF(marked_->x() * cell.width(), marked_->y() * cell.height()),
                  cell);
    // The mark has a minimum size, so that it is visible on small cells.
    const double grow = std::max(0.0, (7.0 - around.width()) / 2.0);
    around.adjust(-grow, -grow, grow, grow);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen({Qt::black, 4.0, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin});
    painter.drawRect(around);
    painter.setPen({Qt::white, 2.0, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin});
    painter.drawRect(around);
}

void PixelCanvas::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    set_viewport(zoomed(viewport_, std::pow(zoom_a_notch, notches), event->position(), image_.size(), size(),
                        canvas_margin));
    event->accept();
}

void PixelCanvas::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->localPos();
    last_ = pressed_;
    dragged_ = false;
}

void PixelCanvas::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) != Qt::NoButton) {
        const double way = (event->localPos() - pressed_).manhattanLength();
        dragged_ = dragged_ || way >= QApplication::startDragDistance();
        if (dragged_) {
            set_viewport(panned(viewport_, event->localPos() - last_, image_.size(), size(), canvas_margin));
            last_ = event->localPos();
        }
    }
    const auto cell = cell_at(target(), image_.size(), event->localPos());
    Q_EMIT pointed_at(cell.value_or(QPoint(-1, -1)), event->globalPos());
}

void PixelCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || dragged_) return;
    if (const auto cell = cell_at(target(), image_.size(), event->localPos())) Q_EMIT chosen(*cell);
}

void PixelCanvas::leaveEvent(QEvent* /*event*/) {
    Q_EMIT pointed_at({-1, -1}, {});
}

void PixelCanvas::nudge(const QPoint& by) {
    if (image_.isNull()) return;
    const QPoint from = marked_.value_or(QPoint(image_.width() / 2, image_.height() / 2) - by);
    const QPoint to = from + by;
    const QPoint pixel(std::clamp(to.x(), 0, image_.width() - 1), std::clamp(to.y(), 0, image_.height() - 1));
    move_to(pixel);
    Q_EMIT chosen(pixel);
}

void PixelCanvas::move_to(const QPoint& pixel) {
    const QRectF where = target();
    const QPointF middle((pixel.x() + 0.5) / image_.width(), (pixel.y() + 0.5) / image_.height());
    const QPointF place = where.topLeft() + QPointF(middle.x() * where.width(), middle.y() * where.height());
    if (QRectF(rect()).contains(place)) return;
    set_viewport(panned(viewport_, QRectF(rect()).center() - place, image_.size(), size(), canvas_margin));
}

bool PixelCanvas::pan_by_key(int key) {
    constexpr double share = 0.125; // of the widget
    QPointF by;
    if (key == Qt::Key_Left) by.setX(share * width());
    if (key == Qt::Key_Right) by.setX(-share * width());
    if (key == Qt::Key_Up) by.setY(share * height());
    if (key == Qt::Key_Down) by.setY(-share * height());
    if (by.isNull()) return false;
    set_viewport(panned(viewport_, by, image_.size(), size(), canvas_margin));
    return true;
}

bool PixelCanvas::zoom_by_key(int key) {
    const bool in = key == Qt::Key_Plus || key == Qt::Key_Equal;
    if (!in && key != Qt::Key_Minus) return false;
    set_viewport(zoomed(viewport_, in ? zoom_a_notch : 1.0 / zoom_a_notch, QRectF(rect()).center(),
                        image_.size(), size(), canvas_margin));
    return true;
}

void PixelCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers().testFlag(Qt::ControlModifier) && pan_by_key(event->key())) return;
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? big_nudge : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return nudge({-step, 0});
    case Qt::Key_Right:
        return nudge({step, 0});
    case Qt::Key_Up:
        return nudge({0, -step});
    case Qt::Key_Down:
        return nudge({0, step});
    case Qt::Key_0:
    case Qt::Key_F:
    case Qt::Key_Home:
        return set_viewport({});
    default:
        if (!zoom_by_key(event->key())) QWidget::keyPressEvent(event);
    }
}

} // namespace hitmap
