#include "tests/kinds/kind_window.h"
#include "widgets/mesh/draw_chooser.h"
#include "widgets/mesh/element_text.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QSpinBox>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

using test::curve_kind;

/// Two curves, seen from +z as horizontal lines, the first one on top.
RecordedScene curve_scene() {
    RecordedScene scene;
    PrimitiveBuffer curves{curve_kind, 4, {}, {}};
    for (const float y : {1.0F, -1.0F}) {
        const auto first = static_cast<std::uint32_t>(scene.vertices.size());
        scene.vertices.insert(scene.vertices.end(),
                              {{-1.5F, y, 0.0F}, {-0.5F, y, 0.0F}, {0.5F, y, 0.0F}, {1.5F, y, 0.0F}});
        curves.corners.insert(curves.corners.end(), {first, first + 1, first + 2, first + 3});
    }
    scene.primitives = {curves};
    Camera camera;
    camera.position = {0.0F, 0.0F, 6.0F};
    camera.forward = {0.0F, 0.0F, -1.0F};
    camera.up = {0.0F, 1.0F, 0.0F};
    scene.cameras = {camera};
    return scene;
}

class CurveWindow : public test::KindWindow {
protected:
    CurveWindow() : KindWindow(curve_scene(), curve_kind) {}
};

TEST_F(CurveWindow, CurvesAreDrawnPickedAndOutlined) {
    SharedGeometries geometries;
    MeshView view(pane(), geometries);
    show(view);
    ASSERT_TRUE(wait([&] { return view.complete(); }));
    const ColourMap& map = colour_map_named(pane().choices().view.colour_map);
    const QImage image = view.grabFramebuffer();
    const auto first = middle_of(image, map.at(1.0F));
    const auto second = middle_of(image, map.at(1.0F / 3.0F));
    ASSERT_TRUE(first && second) << "the colours of three accesses and of one";
    EXPECT_LT(first->y(), second->y());
    QTest::mouseClick(&view, Qt::LeftButton, {}, *second + QPoint(0, 3));
    ASSERT_TRUE(wait([&] { return pane().choices().selection.has_value(); }));
    EXPECT_EQ(*pane().choices().selection, (Selection{curve_kind, 1}));
    EXPECT_TRUE(wait([&] { return view.complete() && view.grabFramebuffer() != image; })) << "an outline";
}

TEST_F(CurveWindow, ACurveHasATextAndAPlace) {
    EXPECT_THAT(element_text(pane(), {curve_kind, 0}).toStdString(),
                testing::StartsWith("Curve 0 (curve 0 of the mesh)\n3 accesses, "));
    const Aabb bounds = element_bounds(*pane().recording()->scene, {curve_kind, 1});
    EXPECT_EQ(bounds.lower, glm::vec3(-1.5F, -1.0F, 0.0F));
    EXPECT_EQ(bounds.upper, glm::vec3(1.5F, -1.0F, 0.0F));
}

TEST_F(CurveWindow, ASwitchShowsCurves) {
    DrawChooser choice(pane());
    show(choice);
    auto& shown = find<QCheckBox>(choice, "show_curves");
    EXPECT_EQ(shown.text(), QStringLiteral("Curves"));
    EXPECT_EQ(shown.toolTip(),
              QStringLiteral("Curves of the scene that are accessed in this frame, as edges"));
    EXPECT_FALSE(find<QCheckBox>(choice, "show_cells").isVisible()) << "there are no cells";
    EXPECT_EQ(find<QCheckBox>(choice, "show_boxes").toolTip(),
              QStringLiteral("Boxes of the tree that are accessed in this frame, as edges"));
    shown.click();
    EXPECT_FALSE(pane().choices().view.shows(curve_kind));
    EXPECT_FALSE(find<QSpinBox>(choice, "first_level").isEnabled()) << "boxes are hidden";
}

} // namespace
} // namespace hitmap
