#include "tests/widgets/window_fixture.h"

#include <QtGui/QKeyEvent>

namespace hitmap {
namespace {

class MeshViewTest : public WindowFixture {
protected:
    glm::vec3 position() { return pane().choices().view.camera.position; }
};

TEST_F(MeshViewTest, KeysOfTheFlyModeAreNoShortcuts) {
    open_tiny();
    activate();
    MeshView& view = window_->mesh_view();
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_TRUE(view.flying());
    const glm::vec3 before = position();
    QTest::keyPress(&view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_TRUE(wait([&] { return position() != before; })) << "slowly";
    QTest::keyRelease(&view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_NE(pane().recording(), nullptr) << "nothing was closed";
    QTest::keyClick(&view, Qt::Key_Q, Qt::ControlModifier);
    EXPECT_TRUE(window_->isVisible());
    // Where a US keyboard has its W, a French one has its Z, which is Wireframe otherwise.
    constexpr quint32 place_of_w = 25;
    QKeyEvent french(QEvent::ShortcutOverride, Qt::Key_Z, Qt::NoModifier, place_of_w, 0, 0);
    french.ignore();
    QCoreApplication::sendEvent(&view, &french);
    EXPECT_TRUE(french.isAccepted());
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_FALSE(view.flying());
    QTest::keyClick(&view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(pane().recording(), nullptr) << "a shortcut again";
}

} // namespace
} // namespace hitmap
