#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/Qt>

#include <array>
#include <span>

namespace hitmap {

/// What drags with which buttons do to the camera.
enum class NavigationPreset { standard, blender, paraview };

inline constexpr std::array navigation_presets{NavigationPreset::standard, NavigationPreset::blender,
                                               NavigationPreset::paraview};

enum class CameraMotion { none, turn, move_sideways, zoom };

struct DragBinding {
    Qt::MouseButton button;
    Qt::KeyboardModifier key; ///< held; NoModifier: none
    CameraMotion motion;
};

[[nodiscard]] std::span<const DragBinding> drag_bindings(NavigationPreset preset);

/// What a drag with these buttons and keys does. Keys that mean nothing with a button are as if they were not
/// held; of several buttons the middle one counts, then the right one.
[[nodiscard]] CameraMotion motion_of(NavigationPreset preset, Qt::MouseButtons buttons,
                                     Qt::KeyboardModifiers keys);

/// The drags that do it, for a person: "Shift+left drag".
[[nodiscard]] QStringList drags_of(NavigationPreset preset, CameraMotion motion);

/// As it is stored in settings.
[[nodiscard]] QString name_of(NavigationPreset preset);
/// Names that nothing has are the standard one.
[[nodiscard]] NavigationPreset navigation_preset_named(const QString& name);

} // namespace hitmap
