#include "tests/widgets/window_fixture.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QSurfaceFormat>
#include <QtWidgets/QLabel>

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

TEST_F(MeshViewTest, WhatTheContextLacksIsSaidOfEveryRecording) {
    SharedGeometries geometries;
    Session session;
    MeshView view(session.active(), geometries);
    QSurfaceFormat old;
    old.setRenderableType(QSurfaceFormat::OpenGLES);
    old.setVersion(2, 0);
    view.setFormat(old);
    QStringList reasons;
    QObject::connect(&view, &MeshView::failed, [&](const QString& reason) { reasons.append(reason); });
    view.show();
    ASSERT_TRUE(wait([&] { return !reasons.isEmpty(); }));
    EXPECT_TRUE(reasons.constFirst().contains(QStringLiteral("OpenGL 4.5 is needed")));
    const auto& badge = *view.findChild<QLabel*>();
    EXPECT_TRUE(badge.isVisible());
    for (int times = 0; times < 2; ++times) {
        session.active().open(file_.toStdString());
        ASSERT_TRUE(wait([&] { return !session.active().work().running(); }));
    }
    ASSERT_NE(session.active().recording(), nullptr);
    EXPECT_EQ(badge.text(), reasons.constFirst());
    EXPECT_TRUE(badge.isVisible());
}

} // namespace
} // namespace hitmap
