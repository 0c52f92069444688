#include "widgets/mesh/navigation_preset.h"

#include "widgets/base/tr.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::array standard_drags{
    DragBinding{Qt::LeftButton, Qt::NoModifier, CameraMotion::turn},
    DragBinding{Qt::MiddleButton, Qt::NoModifier, CameraMotion::move_sideways},
    DragBinding{Qt::RightButton, Qt::NoModifier, CameraMotion::move_sideways},
    DragBinding{Qt::LeftButton, Qt::ShiftModifier, CameraMotion::move_sideways},
};
constexpr std::array blender_drags{
    DragBinding{Qt::MiddleButton, Qt::NoModifier, CameraMotion::turn},
    DragBinding{Qt::MiddleButton, Qt::ShiftModifier, CameraMotion::move_sideways},
    DragBinding{Qt::MiddleButton, Qt::ControlModifier, CameraMotion::zoom},
};
constexpr std::array paraview_drags{
    DragBinding{Qt::LeftButton, Qt::NoModifier, CameraMotion::turn},
    DragBinding{Qt::MiddleButton, Qt::ShiftModifier, CameraMotion::turn},
    DragBinding{Qt::MiddleButton, Qt::NoModifier, CameraMotion::move_sideways},
    DragBinding{Qt::RightButton, Qt::ShiftModifier, CameraMotion::move_sideways},
    DragBinding{Qt::RightButton, Qt::NoModifier, CameraMotion::zoom},
    DragBinding{Qt::LeftButton, Qt::ControlModifier, CameraMotion::zoom},
};

QString drag_text(const DragBinding& drag) {
    QString button = tr("left drag");
    if (drag.button == Qt::MiddleButton) button = tr("middle drag");
    if (drag.button == Qt::RightButton) button = tr("right drag");
    if (drag.key == Qt::ShiftModifier) return tr("Shift+%1").arg(button);
    if (drag.key == Qt::ControlModifier) return tr("Ctrl+%1").arg(button);
    return button;
}

/// Returns for example "Left drag, arrow keys". The list starts with the drags and an upper-case letter.
QString inputs(QStringList drags, const QString& keys) {
    drags.append(keys);
    QString text = drags.join(QStringLiteral(", "));
    text[0] = text.at(0).toUpper();
    return text;
}

} // namespace

std::span<const DragBinding> drag_bindings(NavigationPreset preset) {
    switch (preset) {
    case NavigationPreset::blender:
        return blender_drags;
    case NavigationPreset::paraview:
        return paraview_drags;
    case NavigationPreset::standard:
        break;
    }
    return standard_drags;
}

CameraMotion motion_of(NavigationPreset preset, Qt::MouseButtons buttons, Qt::KeyboardModifiers keys) {
    Qt::MouseButton button = Qt::LeftButton;
    if (buttons.testFlag(Qt::RightButton)) button = Qt::RightButton;
    if (buttons.testFlag(Qt::MiddleButton)) button = Qt::MiddleButton;
    if (!buttons.testFlag(button)) return CameraMotion::none;
    CameraMotion motion = CameraMotion::none;
    for (const DragBinding& drag : drag_bindings(preset)) {
        if (drag.button != button) continue;
        if (drag.key != Qt::NoModifier && keys.testFlag(drag.key)) return drag.motion;
        if (drag.key == Qt::NoModifier) motion = drag.motion;
    }
    return motion;
}

QStringList drags_of(NavigationPreset preset, CameraMotion motion) {
    QStringList drags;
    for (const DragBinding& drag : drag_bindings(preset)) {
        if (drag.motion == motion) drags.append(drag_text(drag));
    }
    return drags;
}

std::vector<InputHelp> navigation_help(NavigationPreset preset) {
    return {
        {inputs(drags_of(preset, CameraMotion::turn), tr("arrow keys")), tr("Turn about the pivot")},
        {inputs(drags_of(preset, CameraMotion::move_sideways), tr("Shift+arrow keys")), tr("Move sideways")},
        {inputs(drags_of(preset, CameraMotion::zoom), tr("wheel, + and −, Page Up and Page Down")),
         tr("Zoom; the wheel zooms to the pointer")},
        {tr("Double click"), tr("Make the point under the pointer the pivot")},
        {tr("Pointing, and a click"), tr("Show the numbers of a face or box, and pin it")},
        {tr("W A S D, Q E in fly mode"),
         tr("Fly; Shift is faster, Ctrl slower; left drags and arrows look around")},
    };
}

QString name_of(NavigationPreset preset) {
    switch (preset) {
    case NavigationPreset::blender:
        return QStringLiteral("blender");
    case NavigationPreset::paraview:
        return QStringLiteral("paraview");
    case NavigationPreset::standard:
        break;
    }
    return QStringLiteral("standard");
}

NavigationPreset navigation_preset_named(const QString& name) {
    const auto* const found =
        std::ranges::find(navigation_presets, name, [](NavigationPreset preset) { return name_of(preset); });
    return found != navigation_presets.end() ? *found : NavigationPreset::standard;
}

} // namespace hitmap
