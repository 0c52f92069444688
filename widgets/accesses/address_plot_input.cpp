#include "widgets/accesses/address_plot.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double zoom_a_step = 1.5;

std::uint64_t stepped(std::uint64_t from, std::int64_t by, std::uint64_t count) {
    const auto most = static_cast<std::int64_t>(count) - 1;
    return static_cast<std::uint64_t>(
        std::clamp(static_cast<std::int64_t>(from) + by, std::int64_t{0}, most));
}

} // namespace

void AddressPlot::wheelEvent(QWheelEvent* event) {
    if (empty()) return event->ignore();
    // Qt turns the wheel sideways while Alt is pressed.
    const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    const bool only_time = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool only_addresses = event->modifiers().testFlag(Qt::ControlModifier);
    Q_EMIT zoom_wanted(nearest_cell(event->position()), std::pow(zoom_a_step, notches),
                       ZoomAxes{!only_time, !only_addresses});
    event->accept();
}

void AddressPlot::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->localPos();
    is_drag_ = false;
    is_held_ = event->button() == Qt::LeftButton && cell_at(pressed_).has_value();
    set_cell(cell_at(pressed_));
}

void AddressPlot::mouseMoveEvent(QMouseEvent* event) {
    if (empty()) return;
    const QPointF by = event->localPos() - last_;
    last_ = event->localPos();
    if (event->buttons() != Qt::NoButton)
        is_drag_ = is_drag_ || (last_ - pressed_).manhattanLength() >= QApplication::startDragDistance();
    const bool moves = event->buttons().testFlag(Qt::MiddleButton) && is_drag_;
    if (moves) Q_EMIT move_wanted(QPointF(-by.x() / area().width(), -by.y() / area().height()));
    if (is_held_)
        update();
    else
        set_cell(cell_at(last_));
}

void AddressPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !is_held_) return;
    const bool was_drag = is_drag_;
    end_drag();
    if (!was_drag || empty()) return;
    const AddressCell a = nearest_cell(pressed_);
    const AddressCell b = nearest_cell(event->localPos());
    Q_EMIT part_wanted({std::min(a.row, b.row), std::min(a.interval, b.interval)},
                       {std::max(a.row, b.row), std::max(a.interval, b.interval)});
}

void AddressPlot::end_drag() {
    is_held_ = false;
    is_drag_ = false;
    update();
}

void AddressPlot::mouseDoubleClickEvent(QMouseEvent* event) {
    set_cell(cell_at(event->localPos()));
    if (cell_ && event->button() == Qt::LeftButton) Q_EMIT chosen();
}

void AddressPlot::leaveEvent(QEvent* event) {
    if (!hasFocus()) set_cell(std::nullopt);
    QWidget::leaveEvent(event);
}

void AddressPlot::contextMenuEvent(QContextMenuEvent* event) {
    if (empty()) return;
    if (event->reason() == QContextMenuEvent::Mouse) set_cell(cell_at(QPointF(event->pos())));
    const QPoint middle = cell_ ? place_of(*cell_) : rect().center();
    Q_EMIT menu_wanted(event->reason() == QContextMenuEvent::Mouse ? event->globalPos()
                                                                   : mapToGlobal(middle));
}

bool AddressPlot::zoom_by_key(const QKeyEvent& event) {
    const bool only_time = event.modifiers().testFlag(Qt::ShiftModifier);
    const auto zoom = [this](double factor, const ZoomAxes& axes) {
        Q_EMIT zoom_wanted(middle_cell(), factor, axes);
        return true;
    };
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(zoom_a_step, {});
    case Qt::Key_Minus:
        return zoom(1.0 / zoom_a_step, {});
    case Qt::Key_PageUp:
        return zoom(zoom_a_step, {!only_time, only_time});
    case Qt::Key_PageDown:
        return zoom(1.0 / zoom_a_step, {!only_time, only_time});
    case Qt::Key_0:
    case Qt::Key_F:
    case Qt::Key_Home:
        Q_EMIT everything_wanted();
        return true;
    default:
        return false;
    }
}

bool AddressPlot::step_by_key(const QKeyEvent& event) {
    constexpr double share = 0.125; // of what is shown
    const int right = (event.key() == Qt::Key_Right ? 1 : 0) - (event.key() == Qt::Key_Left ? 1 : 0);
    const int down = (event.key() == Qt::Key_Down ? 1 : 0) - (event.key() == Qt::Key_Up ? 1 : 0);
    if (right == 0 && down == 0) return false;
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT move_wanted(QPointF(share * right, share * down));
        return true;
    }
    const int far = event.modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    const AddressCell from = middle_cell();
    set_cell(AddressCell{
        static_cast<std::size_t>(stepped(from.row, far * down, counts_->map.axis().rows().size())),
        stepped(from.interval, far * right, counts_->map.intervals())});
    return true;
}

void AddressPlot::keyPressEvent(QKeyEvent* event) {
    if (empty()) return QWidget::keyPressEvent(event);
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enters && cell_) {
        Q_EMIT chosen();
        return;
    }
    if (event->key() == Qt::Key_Escape && is_held_) return end_drag();
    if (!zoom_by_key(*event) && !step_by_key(*event)) QWidget::keyPressEvent(event);
}

} // namespace hitmap
