#include "widgets/mesh/camera_input.h"

#include <QtCore/Qt>

#include <cmath>
#include <numbers>

namespace hitmap {

namespace {

constexpr float key_angle = 5.0F * std::numbers::pi_v<float> / 180.0F;
constexpr float key_pan = 0.05F; // in shorter sides of the view
constexpr float key_zoom = 0.8F;
// A drag over the height of the view turns the camera by half a circle.
constexpr float drag_angle = std::numbers::pi_v<float>;
// A drag upwards over the height of the view zooms in by this factor.
constexpr float drag_zoom = 0.1F;
// One notch of a wheel has 120 units and zooms by about a sixth.
constexpr double zoom_of_a_unit = 0.9985;

/// -1, 0 or 1 to the right and upwards.
glm::vec2 direction_of(int key) {
    switch (key) {
    case Qt::Key_Left:
        return {-1.0F, 0.0F};
    case Qt::Key_Right:
        return {1.0F, 0.0F};
    case Qt::Key_Up:
        return {0.0F, 1.0F};
    case Qt::Key_Down:
        return {0.0F, -1.0F};
    default:
        return {0.0F, 0.0F};
    }
}

} // namespace

float key_turn() {
    return key_angle;
}

bool drag_camera(Navigation& navigation, CameraMotion motion, const glm::vec2& way,
                 const glm::vec2& pressed_at) {
    switch (motion) {
    case CameraMotion::turn:
        navigation.orbit(-way.x * drag_angle, way.y * drag_angle);
        return true;
    case CameraMotion::move_sideways:
        navigation.pan(way);
        return true;
    case CameraMotion::zoom:
        navigation.zoom(std::pow(drag_zoom, -way.y), pressed_at);
        return true;
    case CameraMotion::none:
        break;
    }
    return false;
}

bool move_camera_by_key(Navigation& navigation, int key, bool shift) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_PageUp:
        navigation.zoom(key_zoom);
        return true;
    case Qt::Key_Minus:
    case Qt::Key_PageDown:
        navigation.zoom(1.0F / key_zoom);
        return true;
    default:
        break;
    }
    const glm::vec2 direction = direction_of(key);
    if (direction == glm::vec2(0.0F)) return false;
    if (shift) {
        navigation.pan(glm::vec2{-direction.x, direction.y} * key_pan);
    } else {
        navigation.orbit(direction.x * key_angle, direction.y * key_angle);
    }
    return true;
}

void zoom_camera_by_wheel(Navigation& navigation, int units, const glm::vec2& pointer) {
    navigation.zoom(static_cast<float>(std::pow(zoom_of_a_unit, units)), pointer);
}

} // namespace hitmap
