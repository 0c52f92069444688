#include "widgets/mesh/navigation_preset.h"

#include <gtest/gtest.h>

namespace hitmap {

void PrintTo(CameraMotion motion, std::ostream* out) {
    constexpr const char* names[] = {"none", "turn", "move", "zoom"};
    *out << names[static_cast<int>(motion)];
}

namespace {

using Motion = CameraMotion;

struct DragCase {
    const char* what;
    Qt::MouseButtons buttons;
    Qt::KeyboardModifiers keys;
    Motion standard;
    Motion blender;
    Motion paraview;
};

TEST(NavigationPreset, DragsMoveTheCamera) {
    const DragCase cases[] = {
        {"none", {}, {}, Motion::none, Motion::none, Motion::none},
        {"left", Qt::LeftButton, {}, Motion::turn, Motion::none, Motion::turn},
        {"middle", Qt::MiddleButton, {}, Motion::move_sideways, Motion::turn, Motion::move_sideways},
        {"right", Qt::RightButton, {}, Motion::move_sideways, Motion::none, Motion::zoom},
        {"Shift+left", Qt::LeftButton, Qt::ShiftModifier, Motion::move_sideways, Motion::none, Motion::turn},
        {"Shift+middle", Qt::MiddleButton, Qt::ShiftModifier, Motion::move_sideways, Motion::move_sideways,
         Motion::turn},
        {"Shift+right", Qt::RightButton, Qt::ShiftModifier, Motion::move_sideways, Motion::none,
         Motion::move_sideways},
        {"Ctrl+left", Qt::LeftButton, Qt::ControlModifier, Motion::turn, Motion::none, Motion::zoom},
        {"Ctrl+middle", Qt::MiddleButton, Qt::ControlModifier, Motion::move_sideways, Motion::zoom,
         Motion::move_sideways},
        {"Alt+left", Qt::LeftButton, Qt::AltModifier, Motion::turn, Motion::none, Motion::turn},
        {"left and middle",
         Qt::LeftButton | Qt::MiddleButton,
         {},
         Motion::move_sideways,
         Motion::turn,
         Motion::move_sideways},
        {"back", Qt::BackButton, {}, Motion::none, Motion::none, Motion::none},
    };
    for (const DragCase& c : cases) {
        EXPECT_EQ(motion_of(NavigationPreset::standard, c.buttons, c.keys), c.standard) << c.what;
        EXPECT_EQ(motion_of(NavigationPreset::blender, c.buttons, c.keys), c.blender) << c.what;
        EXPECT_EQ(motion_of(NavigationPreset::paraview, c.buttons, c.keys), c.paraview) << c.what;
    }
}

TEST(NavigationPreset, EachTurnsAndMovesAndIsStoredByName) {
    for (const NavigationPreset preset : navigation_presets) {
        EXPECT_FALSE(drags_of(preset, Motion::turn).isEmpty()) << name_of(preset).toStdString();
        EXPECT_FALSE(drags_of(preset, Motion::move_sideways).isEmpty()) << name_of(preset).toStdString();
        EXPECT_EQ(navigation_preset_named(name_of(preset)), preset);
    }
    EXPECT_EQ(navigation_preset_named(QStringLiteral("joystick")), NavigationPreset::standard);
    EXPECT_EQ(drags_of(NavigationPreset::blender, Motion::move_sideways),
              QStringList(QStringLiteral("Shift+middle drag")));
}

} // namespace
} // namespace hitmap
