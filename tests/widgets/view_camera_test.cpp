#include "core/trace/model/element_kind.h"
#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/mesh/view_camera.h"
#include "widgets/session/state/session.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QKeyEvent>
#include <QtTest/QTest>
#include <QtWidgets/QWidget>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

/// Tests a camera without a mesh view: it needs only a pane and a size.
class ViewCameraTest : public testing::Test {
protected:
    ViewCameraTest() {
        const std::string file = folder_.filePath(QStringLiteral("tiny.hmt")).toStdString();
        write_tiny_recording(file);
        view_.resize(400, 300);
        session_.active().open(file);
        EXPECT_TRUE(QTest::qWaitFor([this] { return !pane().work().running(); }, patience_ms));
        camera_.start_scene(pane().recording()->prepared.get());
    }
    Pane& pane() { return session_.active(); }
    [[nodiscard]] Camera seen() { return pane().choices().view.camera; }

    QTemporaryDir folder_;
    Session session_;
    QWidget view_;
    ViewCamera camera_{session_.active(), view_};
};

TEST_F(ViewCameraTest, ADragTurnsAboutThePivotOrInFlyModeAboutTheCamera) {
    const Camera before = seen();
    camera_.drag(CameraMotion::turn, {40.0, 0.0}, {200.0, 150.0});
    EXPECT_NE(seen().position, before.position);
    EXPECT_TRUE(camera_.moving());
    camera_.reset();
    camera_.set_flying(true);
    camera_.drag(CameraMotion::turn, {40.0, 0.0}, {200.0, 150.0});
    EXPECT_EQ(seen().position, before.position);
    EXPECT_NE(seen().forward, before.forward);
    camera_.reset();
    EXPECT_EQ(seen(), before);
}

TEST_F(ViewCameraTest, LettersAreItsKeysInFlyModeAlone) {
    const QKeyEvent forward(QEvent::KeyPress, Qt::Key_W, Qt::NoModifier, QStringLiteral("w"));
    EXPECT_FALSE(camera_.takes_key(forward));
    EXPECT_FALSE(camera_.press_key(forward));
    camera_.set_flying(true);
    EXPECT_TRUE(camera_.takes_key(forward));
    EXPECT_TRUE(camera_.press_key(forward));
    const Camera before = seen();
    EXPECT_TRUE(QTest::qWaitFor([&] { return seen().position != before.position; }, patience_ms));
    EXPECT_GT(glm::dot(seen().position - before.position, before.forward), 0.0F);
    EXPECT_TRUE(camera_.release_key(forward));
}

TEST_F(ViewCameraTest, NothingMovesWithoutARecording) {
    pane().close();
    camera_.start_scene(nullptr);
    const Camera before = seen();
    camera_.frame_all();
    camera_.fly_to({face_kind, 3});
    camera_.look_along({1.0F, 0.0F, 0.0F});
    camera_.reset();
    const QKeyEvent left(QEvent::KeyPress, Qt::Key_Left, Qt::NoModifier);
    EXPECT_FALSE(camera_.press_key(left));
    EXPECT_EQ(seen(), before);
}

} // namespace
} // namespace hitmap
