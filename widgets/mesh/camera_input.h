#pragma once

#include "widgets/mesh/navigation.h"
#include "widgets/mesh/navigation_preset.h"

#include <glm/vec2.hpp>

namespace hitmap {

/// Applies drags, keys and the wheel to a camera that turns about its pivot, at the same speed in every view.
/// Lengths are in shorter sides of the view; positions are relative to its centre.

/// Returns false if the drag does not move the camera.
bool drag_camera(Navigation& navigation, CameraMotion motion, const glm::vec2& way,
                 const glm::vec2& pressed_at);

/// Arrow keys turn the camera, with Shift they move it; plus, minus, Page Up and Page Down zoom. Returns
/// false for other keys.
bool move_camera_by_key(Navigation& navigation, int key, bool shift);

/// `units` are those of QWheelEvent::angleDelta(): 120 per notch.
void zoom_camera_by_wheel(Navigation& navigation, int units, const glm::vec2& pointer);

/// Angle in radians by which an arrow key turns the camera.
[[nodiscard]] float key_turn();

} // namespace hitmap
