#include "widgets/mesh/view_camera.h"

#include "core/trace/model/element_kind.h"
#include "widgets/mesh/camera_input.h"
#include "widgets/mesh/element_text.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QWidget>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <chrono>

namespace hitmap {

namespace {

// The time that the camera must rest before all boxes are drawn, with halos.
constexpr std::chrono::milliseconds camera_rest{150};
constexpr std::chrono::milliseconds fly_interval{16};
constexpr std::chrono::milliseconds flight_time{250};
constexpr float fly_share = 0.15F; // share of the diagonal of the scene per second
constexpr float fly_factor = 10.0F;
// In fly mode, a drag over the height of the view turns the camera by about the field of view, in radians.
constexpr float look_angle = 1.2F;
// The visible radius around a focused point, as share of the diagonal of the scene.
constexpr float focus_share = 0.05F;
// The visible radius around an element that the camera flies to: as share of the size of the element, and the
// minimum as share of the diagonal of the scene.
constexpr float own_share = 1.5F;
constexpr float least_share = 0.005F;
// The visible size, relative to the size of a part of the scene that the camera flies to.
constexpr float region_share = 1.2F;

glm::vec2 vec(const QPointF& point) {
    return {static_cast<float>(point.x()), static_cast<float>(point.y())};
}

bool is_inside(const Aabb& bounds, const glm::vec3& point) {
    for (int axis = 0; axis < 3; ++axis)
        if (point[axis] < bounds.lower[axis] || point[axis] > bounds.upper[axis]) return false;
    return true;
}

} // namespace

ViewCamera::ViewCamera(Pane& pane, const QWidget& view) : pane_(pane), view_(view) {
    rest_timer_.setSingleShot(true);
    rest_timer_.setInterval(camera_rest);
    fly_timer_.setInterval(fly_interval);
    flight_.setDuration(static_cast<int>(flight_time.count()));
    flight_.setStartValue(0.0);
    flight_.setEndValue(1.0);
    flight_.setEasingCurve(QEasingCurve::InOutQuad);
    connect(&pane, &Pane::camera_changed, this, &ViewCamera::follow_pane);
    connect(&pane.guide(), &PaneGuide::element_wanted, this, &ViewCamera::fly_to);
    connect(&pane.guide(), &PaneGuide::bounds_wanted, this, &ViewCamera::fly_to_bounds);
    connect(&fly_timer_, &QTimer::timeout, this, &ViewCamera::fly_on);
    connect(&flight_, &QVariantAnimation::valueChanged, this, &ViewCamera::continue_flight);
    connect(&rest_timer_, &QTimer::timeout, this, &ViewCamera::rested);
}

void ViewCamera::start_scene(const PreparedScene* scene) {
    flight_.stop();
    release_keys();
    has_pivot_ = false;
    if (scene != nullptr) navigation_ = {pane_.choices().view.camera, scene->frustum_distance, scene->bounds};
}

void ViewCamera::follow_pane() {
    const View& view = pane_.choices().view;
    if (view.camera == navigation_.camera() || scene() == nullptr) return;
    flight_.stop();
    const PreparedScene& prepared = *scene();
    const float distance = view.focus_distance > 0.0F ? view.focus_distance : prepared.frustum_distance;
    navigation_ = {view.camera, distance, prepared.bounds};
}

void ViewCamera::moved() {
    flight_.stop();
    tell_pane();
}

void ViewCamera::tell_pane() {
    View view = pane_.choices().view;
    view.camera = navigation_.camera();
    view.focus_distance = navigation_.distance();
    rest_timer_.start();
    pane_.set_view(view);
}

const PreparedScene* ViewCamera::scene() const {
    const auto recording = pane_.opening().drawn_recording();
    return recording != nullptr ? recording->prepared.get() : nullptr;
}

float ViewCamera::scene_diagonal() const {
    return glm::length(scene()->bounds.extent());
}

double ViewCamera::shorter_side() const {
    return std::max(1, std::min(view_.width(), view_.height()));
}

QPointF ViewCamera::from_middle(const QPointF& position) const {
    return (position - QPointF(view_.width(), view_.height()) / 2.0) / shorter_side();
}

void ViewCamera::reset() {
    if (scene() == nullptr) return;
    View view = pane_.choices().view;
    view.camera = pane_.opening().drawn_recording()->camera;
    view.focus_distance = 0.0F;
    has_pivot_ = false;
    pane_.set_view(view);
}

void ViewCamera::look_along(const glm::vec3& forward) {
    if (scene() == nullptr) return;
    navigation_.look_along(forward);
    moved();
}

void ViewCamera::focus(const glm::vec3& point) {
    if (scene() == nullptr) return;
    navigation_.focus(point, focus_share * scene_diagonal());
    has_pivot_ = true;
    moved();
}

void ViewCamera::set_pivot(const glm::vec3& point) {
    if (scene() == nullptr) return;
    navigation_.set_pivot(point);
    has_pivot_ = true;
    moved();
}

void ViewCamera::fly_to(const Selection& element) {
    if (scene() == nullptr) return;
    Aabb bounds = element_bounds(*pane_.opening().drawn_recording()->scene, element);
    // The bounds of a pixel are those of the surfaces that its rays touched.
    if (element.is_pixel() && pane_.marks().highlighted() != nullptr) {
        for (const Highlight& touched : pane_.marks().highlighted()->elements) {
            if (element_kinds()[touched.kind].geometry->form == CellForm::triangles)
                bounds.include(element_bounds(*pane_.opening().drawn_recording()->scene,
                                              {touched.kind, touched.element}));
        }
    }
    if (bounds.empty()) return;
    const float radius = std::max(own_share * glm::length(bounds.extent()), least_share * scene_diagonal());
    Navigation end = navigation_;
    end.focus(bounds.center(), radius);
    fly(end);
}

void ViewCamera::fly_to_bounds(const Aabb& bounds) {
    if (scene() == nullptr || bounds.empty()) return;
    const float least = least_share * scene_diagonal();
    const glm::vec3 half = glm::max(0.5F * region_share * bounds.extent(), glm::vec3(least));
    fly_to_see({bounds.center() - half, bounds.center() + half});
}

void ViewCamera::frame_all() {
    if (scene() != nullptr) fly_to_see(scene()->bounds);
}

void ViewCamera::fly_to_see(const Aabb& bounds) {
    const auto side = static_cast<float>(shorter_side());
    Navigation end = navigation_;
    end.frame(bounds, {static_cast<float>(view_.width()) / side, static_cast<float>(view_.height()) / side});
    fly(end);
}

void ViewCamera::fly(const Navigation& end) {
    flight_.stop();
    has_pivot_ = true;
    flight_end_ = end;
    flight_way_ = end.camera().position - navigation_.camera().position;
    flight_.start();
}

void ViewCamera::continue_flight(const QVariant& progress) {
    navigation_ = flight_end_;
    navigation_.place(flight_end_.camera().position - flight_way_ * (1.0F - progress.toFloat()));
    tell_pane();
}

void ViewCamera::drag(CameraMotion motion, const QPointF& delta, const QPointF& pressed_at) {
    const glm::vec2 way = vec(delta / shorter_side());
    if (flying_ && motion == CameraMotion::turn) {
        navigation_.turn(way.x * look_angle, -way.y * look_angle);
    } else if (motion == CameraMotion::turn && turns_on_the_spot()) {
        navigation_.turn(-way.x * look_angle, way.y * look_angle); // what is pressed follows the pointer
    } else if (!drag_camera(navigation_, motion, way, vec(from_middle(pressed_at)))) {
        return;
    }
    moved();
}

bool ViewCamera::turns_on_the_spot() const {
    if (has_pivot_ || scene() == nullptr) return false;
    const glm::vec3 recorded = pane_.opening().drawn_recording()->camera.position;
    const Aabb& bounds = scene()->bounds;
    // A camera that comes near a statue enters its bounds, too; that of a room begins within them.
    return is_inside(bounds, recorded) && is_inside(bounds, navigation_.camera().position);
}

void ViewCamera::zoom_by_wheel(int units, const QPointF& pointer) {
    zoom_camera_by_wheel(navigation_, units, vec(from_middle(pointer)));
    moved();
}

void ViewCamera::set_flying(bool flying) {
    flying_ = flying;
    release_keys();
    Q_EMIT flying_changed();
}

void ViewCamera::release_keys() {
    fly_keys_.release_all();
    fly_timer_.stop();
}

bool ViewCamera::takes_key(const QKeyEvent& event) const {
    // Ctrl changes the speed here, although Ctrl with one of these keys may be a shortcut elsewhere. With
    // Alt, letters still open menus.
    return flying_ && scene() != nullptr && !event.modifiers().testFlag(Qt::AltModifier) &&
           FlyKeys::has(event);
}

void ViewCamera::fly_on() {
    const auto seconds = static_cast<float>(fly_clock_.restart()) * 1e-3F;
    const Qt::KeyboardModifiers keys = QGuiApplication::keyboardModifiers();
    float speed = fly_share * scene_diagonal();
    if (keys.testFlag(Qt::ShiftModifier)) speed *= fly_factor;
    if (keys.testFlag(Qt::ControlModifier)) speed /= fly_factor;
    navigation_.move(fly_keys_.direction() * speed * seconds);
    moved();
}

bool ViewCamera::press_key(const QKeyEvent& event) {
    if (scene() == nullptr) return false;
    if (flying_ && fly_keys_.press(event)) {
        if (!fly_timer_.isActive()) {
            fly_clock_.start();
            fly_timer_.start();
        }
        return true;
    }
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    const bool alone = (event.modifiers() & (Qt::AltModifier | Qt::ControlModifier)) == 0;
    if (!alone || !navigate_by_key(event.key(), shift)) return false;
    moved();
    return true;
}

bool ViewCamera::release_key(const QKeyEvent& event) {
    if (!flying_ || !fly_keys_.release(event)) return false;
    if (!fly_keys_.any()) fly_timer_.stop();
    return true;
}

bool ViewCamera::navigate_by_key(int key, bool shift) {
    if (flying_) {
        const float right = key == Qt::Key_Right ? 1.0F : key == Qt::Key_Left ? -1.0F : 0.0F;
        const float up = key == Qt::Key_Up ? 1.0F : key == Qt::Key_Down ? -1.0F : 0.0F;
        if (right != 0.0F || up != 0.0F) {
            navigation_.turn(right * key_turn(), up * key_turn());
            return true;
        }
    }
    if (!shift && turns_on_the_spot()) {
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
