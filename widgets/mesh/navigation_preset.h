#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/Qt>

#include <array>
#include <span>
#include <vector>

namespace hitmap {

/// How mouse drags with buttons and keys move the camera.
enum class NavigationPreset { standard, blender, paraview };

inline constexpr std::array navigation_presets{NavigationPreset::standard, NavigationPreset::blender,
                                               NavigationPreset::paraview};

enum class CameraMotion { none, turn, move_sideways, zoom };

struct DragBinding {
    Qt::MouseButton button;
    Qt::KeyboardModifier key; ///< modifier; NoModifier: none
    CameraMotion motion;
};

[[nodiscard]] std::span<const DragBinding> drag_bindings(NavigationPreset preset);

/// Returns the motion of a drag. Modifiers without a meaning for the button are ignored. If several buttons
/// are pressed, the middle one has precedence, then the right one.
[[nodiscard]] CameraMotion motion_of(NavigationPreset preset, Qt::MouseButtons buttons,
                                     Qt::KeyboardModifiers keys);

/// Returns the drags for a motion, for users: "Shift+left drag".
[[nodiscard]] QStringList drags_of(NavigationPreset preset, CameraMotion motion);

struct InputHelp {
    QString input; ///< "Left drag"
    QString effect;
};

/// Returns what the pointer and the keys do in a mesh view, for users.
[[nodiscard]] std::vector<InputHelp> navigation_help(NavigationPreset preset);

/// Returns the name in the settings.
[[nodiscard]] QString name_of(NavigationPreset preset);
/// Returns the standard preset for unknown names.
[[nodiscard]] NavigationPreset navigation_preset_named(const QString& name);

} // namespace hitmap
