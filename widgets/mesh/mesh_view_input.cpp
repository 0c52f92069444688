#include "widgets/mesh/camera_input.h"
#include "widgets/mesh/mesh_view.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QStyleHints>
#include <QtGui/QWheelEvent>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>

namespace hitmap {

namespace {

constexpr float fly_share = 0.15F; // of the scene's diagonal a second
constexpr float fly_factor = 10.0F;
// A drag over the height of the view turns the camera, in fly mode, by about what the field of view holds.
constexpr float look_angle = 1.2F;
// What is focused on is shown with so much of the scene around it.
constexpr float focus_share = 0.05F; // of the scene's diagonal

glm::vec2 vec(const QPointF& point) {
    return {static_cast<float>(point.x()), static_cast<float>(point.y())};
}

} // namespace

double MeshView::shorter_side() const {
    return std::max(1, std::min(width(), height()));
}

QPointF MeshView::from_middle(const QPointF& position) const {
    return (position - QPointF(width(), height()) / 2.0) / shorter_side();
}

void MeshView::camera_moved() {
    flight_.stop();
    show_camera();
}

void MeshView::show_camera() {
    View view = pane_.choices().view;
    view.camera = navigation_.camera();
    view.focus_distance = navigation_.distance();
    rest_timer_.start();
    pane_.set_view(view);
}

void MeshView::reset_camera() {
    if (pane_.recording() == nullptr) return;
    View view = pane_.choices().view;
    view.camera = pane_.recording()->camera;
    view.focus_distance = 0.0F;
    pane_.set_view(view);
}

void MeshView::focus_under_pointer() {
    if (pane_.recording() == nullptr) return;
    const QPointF middle(width() / 2.0, height() / 2.0);
    const auto point = point_under(underMouse() ? QPointF(mapFromGlobal(QCursor::pos())) : middle);
    if (!point) return;
    navigation_.focus(*point, focus_share * glm::length(pane_.recording()->prepared->bounds.extent()));
    camera_moved();
}

void MeshView::mousePressEvent(QMouseEvent* event) {
    last_position_ = event->localPos();
    press_position_ = last_position_;
    dragged_ = false;
    flight_.stop();
    hover_timer_.stop();
    show_hovered(std::nullopt);
}

void MeshView::mouseReleaseEvent(QMouseEvent* event) {
    if (dragged_) return;
    if (event->button() == Qt::LeftButton) click(event->localPos());
    if (event->button() == Qt::RightButton) show_menu(event->pos());
}

void MeshView::mouseMoveEvent(QMouseEvent* event) {
    if (pane_.recording() == nullptr) return;
    if (event->buttons() == Qt::NoButton) {
        hover_timer_.start();
        return;
    }
    const QPointF way = event->localPos() - press_position_;
    if (!dragged_ && way.manhattanLength() < QGuiApplication::styleHints()->startDragDistance()) return;
    dragged_ = true;
    const glm::vec2 delta = vec((event->localPos() - last_position_) / shorter_side());
    last_position_ = event->localPos();
    CameraMotion motion = motion_of(preset_, event->buttons(), event->modifiers());
    // In fly mode Shift and Ctrl are about the speed.
    if (flying_ && event->buttons() == Qt::LeftButton) motion = CameraMotion::turn;
    drag(motion, delta);
}

void MeshView::drag(CameraMotion motion, const glm::vec2& delta) {
    if (flying_ && motion == CameraMotion::turn) {
        navigation_.turn(delta.x * look_angle, -delta.y * look_angle);
    } else if (!drag_camera(navigation_, motion, delta, vec(from_middle(press_position_)))) {
        return;
    }
    camera_moved();
}

void MeshView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto point = point_under(event->localPos())) {
        navigation_.set_pivot(*point);
        camera_moved();
    }
}

void MeshView::wheelEvent(QWheelEvent* event) {
    if (pane_.recording() == nullptr) return;
    zoom_camera_by_wheel(navigation_, event->angleDelta().y(), vec(from_middle(event->position())));
    camera_moved();
    event->accept();
}

void MeshView::look_along(const glm::vec3& forward) {
    if (pane_.recording() == nullptr) return;
    navigation_.look_along(forward);
    camera_moved();
}

void MeshView::set_flying(bool flying) {
    flying_ = flying;
    release_fly_keys();
    show_badge();
}

void MeshView::release_fly_keys() {
    fly_keys_.release_all();
    fly_timer_.stop();
}

bool MeshView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && flying_ && pane_.recording() != nullptr) {
        // Ctrl is a speed here, and what is printed on these places may be a shortcut elsewhere. With Alt the
        // letters are still those of menus.
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (!key.modifiers().testFlag(Qt::AltModifier) && FlyKeys::has(key)) {
            event->accept();
            return true;
        }
    }
    return QOpenGLWidget::event(event);
}

void MeshView::fly_on() {
    const auto seconds = static_cast<float>(fly_clock_.restart()) * 1e-3F;
    const Qt::KeyboardModifiers keys = QGuiApplication::keyboardModifiers();
    float speed = fly_share * glm::length(pane_.recording()->prepared->bounds.extent());
    if (keys.testFlag(Qt::ShiftModifier)) speed *= fly_factor;
    if (keys.testFlag(Qt::ControlModifier)) speed /= fly_factor;
    navigation_.move(fly_keys_.direction() * speed * seconds);
    camera_moved();
}

void MeshView::keyReleaseEvent(QKeyEvent* event) {
    if (!flying_ || !fly_keys_.release(*event)) {
        QOpenGLWidget::keyReleaseEvent(event);
    } else if (!fly_keys_.any()) {
        fly_timer_.stop();
    }
}

void MeshView::focusOutEvent(QFocusEvent* event) {
    release_fly_keys();
    QOpenGLWidget::focusOutEvent(event);
}

void MeshView::keyPressEvent(QKeyEvent* event) {
    if (flying_ && pane_.recording() != nullptr && fly_keys_.press(*event)) {
        if (!fly_timer_.isActive()) {
            fly_clock_.start();
            fly_timer_.start();
        }
        return;
    }
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool alone = (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier)) == 0;
    if (alone && pane_.recording() != nullptr && navigate_by_key(event->key(), shift)) {
        camera_moved();
    } else {
        QOpenGLWidget::keyPressEvent(event);
    }
}

bool MeshView::navigate_by_key(int key, bool shift) {
    if (flying_) {
        const float right = key == Qt::Key_Right ? 1.0F : key == Qt::Key_Left ? -1.0F : 0.0F;
        const float up = key == Qt::Key_Up ? 1.0F : key == Qt::Key_Down ? -1.0F : 0.0F;
        if (right != 0.0F || up != 0.0F) {
            navigation_.turn(right * key_turn(), up * key_turn());
            return true;
        }
    }
    return move_camera_by_key(navigation_, key, shift);
}

} // namespace hitmap
