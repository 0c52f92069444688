#include "widgets/mesh/mesh_view.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QStyleHints>
#include <QtGui/QWheelEvent>

namespace hitmap {

void MeshView::focus_under_pointer() {
    const QPointF middle(width() / 2.0, height() / 2.0);
    if (const auto point = point_under(underMouse() ? QPointF(mapFromGlobal(QCursor::pos())) : middle))
        camera_.focus(*point);
}

void MeshView::mousePressEvent(QMouseEvent* event) {
    last_position_ = event->localPos();
    press_position_ = last_position_;
    dragged_ = false;
    camera_.end_flight();
    pointer_.leave();
}

void MeshView::mouseReleaseEvent(QMouseEvent* event) {
    if (dragged_) return;
    if (event->button() == Qt::LeftButton) pointer_.select_at(event->localPos());
    if (event->button() == Qt::RightButton) pointer_.show_menu(event->pos());
}

void MeshView::mouseMoveEvent(QMouseEvent* event) {
    if (pane_.opening().drawn_recording() == nullptr) return;
    if (event->buttons() == Qt::NoButton) {
        pointer_.follow();
        return;
    }
    const QPointF way = event->localPos() - press_position_;
    if (!dragged_ && way.manhattanLength() < QGuiApplication::styleHints()->startDragDistance()) return;
    dragged_ = true;
    const QPointF delta = event->localPos() - last_position_;
    last_position_ = event->localPos();
    CameraMotion motion = motion_of(preset_, event->buttons(), event->modifiers());
    // In fly mode, Shift and Ctrl change the speed.
    if (camera_.flying() && event->buttons() == Qt::LeftButton) motion = CameraMotion::turn;
    camera_.drag(motion, delta, press_position_);
}

void MeshView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto point = point_under(event->localPos())) camera_.set_pivot(*point);
}

void MeshView::wheelEvent(QWheelEvent* event) {
    if (pane_.opening().drawn_recording() == nullptr) return;
    camera_.zoom_by_wheel(event->angleDelta().y(), event->position());
    event->accept();
}

bool MeshView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && camera_.takes_key(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QOpenGLWidget::event(event);
}

void MeshView::keyPressEvent(QKeyEvent* event) {
    if (!camera_.press_key(*event)) QOpenGLWidget::keyPressEvent(event);
}

void MeshView::keyReleaseEvent(QKeyEvent* event) {
    if (!camera_.release_key(*event)) QOpenGLWidget::keyReleaseEvent(event);
}

// A widget that gets or loses the keyboard is painted again by default. Nothing of this picture changes: its
// frame is drawn beside it (FocusHolder).
void MeshView::focusInEvent(QFocusEvent* /*event*/) {}

void MeshView::focusOutEvent(QFocusEvent* /*event*/) {
    camera_.release_keys();
}

void MeshView::contextMenuEvent(QContextMenuEvent* event) {
    // The mouse shows the menu when the right button is released, since a right drag moves the scene.
    if (event->reason() != QContextMenuEvent::Mouse) pointer_.show_menu(event->pos());
}

void MeshView::leaveEvent(QEvent* event) {
    pointer_.leave();
    QOpenGLWidget::leaveEvent(event);
}

} // namespace hitmap
