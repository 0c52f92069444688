#include "app/dialogs/settings/settings_dialog.h"
#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"

#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

class CameraTest : public WindowFixture {
protected:
    /// Drags the mouse and returns whether the camera moved.
    bool drag(Qt::MouseButton button, Qt::KeyboardModifiers keys) {
        MeshView& view = window_->mesh_view();
        const QPoint from = view.rect().center();
        const QPoint to = from + QPoint(60, 30);
        const Camera before = pane().choices().view.camera;
        QTest::mousePress(&view, button, keys, from);
        QMouseEvent move(QEvent::MouseMove, to, Qt::NoButton, button, keys);
        QCoreApplication::sendEvent(&view, &move);
        QTest::mouseRelease(&view, button, keys, to);
        return pane().choices().view.camera != before;
    }
    /// Returns the largest part of the distance from the centre of the view to its border that the box
    /// covers. Above 1, a part of the box is not visible.
    float filled_by(const Aabb& box) {
        const MeshView& view = window_->mesh_view();
        const Camera camera = pane().choices().view.camera;
        const float tangent = std::tan(camera.fov_y_degrees * 0.5F * 0.01745329F); // for the shorter side
        const float wide = static_cast<float>(view.width()) / static_cast<float>(view.height());
        float filled = 0.0F;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec3 to = glm::vec3((corner & 1) != 0 ? box.lower.x : box.upper.x,
                                           (corner & 2) != 0 ? box.lower.y : box.upper.y,
                                           (corner & 4) != 0 ? box.lower.z : box.upper.z) -
                                 camera.position;
            const float reach = glm::dot(to, camera.forward) * tangent;
            const float up = std::abs(glm::dot(to, camera.up)) / std::max(1.0F, 1.0F / wide);
            const float right =
                std::abs(glm::dot(to, glm::cross(camera.forward, camera.up))) / std::max(1.0F, wide);
            filled = std::max(filled, reach > 0.0F ? std::max(up, right) / reach : 2.0F);
        }
        return filled;
    }
    /// Chooses the navigation in the dialog by keyboard.
    void choose_navigation(int keys_down) {
        QTimer::singleShot(0, window_.get(), [keys_down] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            ASSERT_NE(dialog, nullptr);
            auto* box = dialog->findChild<QComboBox*>(QStringLiteral("navigation"));
            for (int i = 0; i < keys_down; ++i)
                QTest::keyClick(box, Qt::Key_Down);
            QTest::keyClick(dialog, Qt::Key_Return);
        });
        QTest::keyClick(window_.get(), Qt::Key_Comma, Qt::ControlModifier);
    }
};

TEST_F(CameraTest, PointerAndKeysMoveTheCamera) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    const QImage recorded = picture();
    const Camera home = pane().choices().view.camera;
    EXPECT_TRUE(drag(Qt::LeftButton, Qt::NoModifier));
    EXPECT_NE(pane().choices().view.camera.forward, home.forward);
    EXPECT_NE(picture(), recorded);
    const glm::vec3 forward = pane().choices().view.camera.forward;
    EXPECT_TRUE(drag(Qt::MiddleButton, Qt::NoModifier));
    EXPECT_TRUE(drag(Qt::LeftButton, Qt::ShiftModifier));
    EXPECT_EQ(pane().choices().view.camera.forward, forward) << "moving sideways turns nothing";
    for (const int key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Plus}) {
        const Camera before = pane().choices().view.camera;
        QTest::keyClick(&view, static_cast<Qt::Key>(key));
        EXPECT_NE(pane().choices().view.camera, before) << key;
    }
    view.camera().reset();
    EXPECT_EQ(pane().choices().view.camera, home);
    EXPECT_EQ(picture(), recorded);
}

TEST_F(CameraTest, FrameAllShowsTheWholeSceneFromThePresentDirection) {
    open_tiny();
    activate();
    MeshView& view = window_->mesh_view();
    const auto camera = [this] { return pane().choices().view.camera; };
    QTest::keyClick(&view, Qt::Key_1);
    const glm::vec3 forward = camera().forward;
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&view, Qt::Key_Plus);
    const Camera near = camera();
    QTest::keyClick(&view, Qt::Key_A);
    EXPECT_TRUE(wait([&] { return filled_by(pane().recording()->prepared->bounds) <= 1.0F; }));
    EXPECT_NE(camera(), near);
    EXPECT_EQ(camera().forward, forward);
}

TEST_F(CameraTest, APartOfTheSceneIsFlownToUntilItFillsTheView) {
    open_tiny();
    activate();
    const Aabb& all = pane().recording()->prepared->bounds;
    const Aabb part{all.center() - 0.1F * all.extent(), all.center() + 0.05F * all.extent()};
    const auto is_there = [&] { return filled_by(part) > 0.6F && filled_by(part) <= 1.0F; };
    EXPECT_FALSE(is_there());
    window_->mesh_view().camera().fly_to_bounds(part);
    EXPECT_TRUE(wait(is_there)) << filled_by(part);
}

TEST_F(CameraTest, GoesBackAndForwardThroughWhereItWas) {
    open_tiny();
    activate();
    MeshView& view = window_->mesh_view();
    const auto camera = [this] { return pane().choices().view.camera; };
    const auto rest = [this] { window_->findChild<PaneGrid*>()->active().trail().note_rest(); };
    const Camera home = camera();
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(camera(), home) << "there is nothing before the first view";
    QTest::keyClick(&view, Qt::Key_7);
    const Camera above = camera();
    rest();
    EXPECT_TRUE(drag(Qt::LeftButton, Qt::NoModifier));
    const Camera dragged = camera();
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(camera(), above) << "also at once";
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(camera(), home);
    EXPECT_EQ(window_->mesh_view().isVisible(), true);
    rest();
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(camera(), above);
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(camera(), dragged);
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    QTest::keyClick(&view, Qt::Key_5);
    QTest::keyClick(&view, Qt::Key_1);
    rest();
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    EXPECT_NE(camera(), dragged) << "who goes another way has no way forward";
}

TEST_F(CameraTest, DragsAreThoseOfTheChosenPreset) {
    open_tiny();
    activate();
    choose_navigation(1);
    EXPECT_EQ(stored_navigation(), NavigationPreset::blender);
    EXPECT_FALSE(drag(Qt::LeftButton, Qt::NoModifier));
    const glm::vec3 forward = pane().choices().view.camera.forward;
    EXPECT_TRUE(drag(Qt::MiddleButton, Qt::NoModifier));
    EXPECT_NE(pane().choices().view.camera.forward, forward);
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    EXPECT_FALSE(drag(Qt::LeftButton, Qt::NoModifier)) << "a further pane, too";
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Question);
    QStringList listed;
    for (const QLabel* label : find<QLineEdit>("key_search").window()->findChildren<QLabel*>())
        listed.append(label->text());
    EXPECT_TRUE(listed.contains(QStringLiteral("Shift+middle drag, Shift+arrow keys")));
    find<QLineEdit>("key_search").window()->close();
    activate();
    choose_navigation(1);
    const glm::vec3 before = pane().choices().view.camera.forward;
    EXPECT_TRUE(drag(Qt::RightButton, Qt::NoModifier)) << "as in ParaView";
    EXPECT_EQ(pane().choices().view.camera.forward, before) << "zooming turns nothing";
    QSettings().remove(QStringLiteral("navigation"));
}

TEST_F(CameraTest, AClickPinsWhatIsUnderThePointer) {
    open_tiny();
    View view = pane().choices().view;
    view.show(box_kind, false);
    pane().set_view(view);
    const QImage plain = picture();
    MeshView& shown = window_->mesh_view();
    const QPoint middle(shown.width() / 2, shown.height() / 2);
    QTest::mouseClick(&shown, Qt::LeftButton, {}, middle);
    ASSERT_TRUE(pane().choices().selection.has_value());
    EXPECT_EQ(pane().choices().selection->kind, face_kind);
    EXPECT_NE(picture(), plain) << "it is outlined";
    shown.camera().fly_to(*pane().choices().selection);
    const Camera home = view.camera;
    EXPECT_TRUE(wait([&] { return pane().choices().view.camera != home && !shown.camera().in_flight(); }));
    QTest::mouseClick(&shown, Qt::LeftButton, {}, middle);
    EXPECT_TRUE(pane().choices().selection.has_value());
}

TEST_F(CameraTest, AxisViewsProjectionAndFlyModeByKeys) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    activate();
    QTest::keyClick(&view, Qt::Key_7);
    EXPECT_EQ(pane().choices().view.camera.forward, glm::vec3(0.0F, -1.0F, 0.0F));
    QTest::keyClick(&view, Qt::Key_1);
    EXPECT_EQ(pane().choices().view.camera.forward, glm::vec3(0.0F, 0.0F, -1.0F));
    QTest::keyClick(&view, Qt::Key_5);
    EXPECT_EQ(pane().choices().view.projection, Projection::orthographic);
    QTest::keyClick(&view, Qt::Key_Z);
    EXPECT_TRUE(pane().choices().view.wireframe);
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_TRUE(view.camera().flying());
    const glm::vec3 before = pane().choices().view.camera.position;
    QTest::keyPress(&view, Qt::Key_W);
    EXPECT_TRUE(wait([&] { return pane().choices().view.camera.position != before; }));
    QTest::keyRelease(&view, Qt::Key_W);
    const glm::vec3 way = pane().choices().view.camera.position - before;
    EXPECT_LT(way.z, 0.0F) << "ahead";
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    EXPECT_FALSE(view.camera().flying());
}

TEST_F(CameraTest, ViewsAreCopiedStoredAndUndone) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    activate();
    const Camera home = pane().choices().view.camera;
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_3, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_7);
    const Camera above = pane().choices().view.camera;
    ASSERT_NE(above, home);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    QTest::keyClick(&view, Qt::Key_7);
    QTest::keyClick(&view, Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    window_->session().end_step(); // the next change is another step of undo
    QTest::keyClick(&view, Qt::Key_7);
    QTest::keyClick(&view, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    QTest::keyClick(&view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().view.camera, above);
    QGuiApplication::clipboard()->setText(QStringLiteral("{\"metric\":\"speed\"}"));
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    EXPECT_THAT(message(), testing::HasSubstr("metric"));
}

} // namespace
} // namespace hitmap
