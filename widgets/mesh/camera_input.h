#pragma once

#include "widgets/mesh/navigation.h"
#include "widgets/mesh/navigation_preset.h"

#include <glm/vec2.hpp>

namespace hitmap {

/// What drags, keys and the wheel do to a camera that turns about its pivot, with the same speed in every
/// view. Lengths are in shorter sides of the view, places count from its middle.

/// False where the motion is none.
bool drag_camera(Navigation& navigation, CameraMotion motion, const glm::vec2& way,
                 const glm::vec2& pressed_at);

/// Arrow keys turn the camera, with Shift they move it; plus and minus zoom, and so do Page Up and Page Down.
/// False for other keys.
bool move_camera_by_key(Navigation& navigation, int key, bool shift);

/// `units` are those of QWheelEvent::angleDelta(): 120 a notch.
void zoom_camera_by_wheel(Navigation& navigation, int units, const glm::vec2& pointer);

/// Angle in radians by which an arrow key turns a camera.
[[nodiscard]] float key_turn();

} // namespace hitmap
