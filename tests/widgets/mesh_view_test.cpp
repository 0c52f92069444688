#include "core/trace/model/element_kind.h"
#include "tests/render/gpu_shortage.h"
#include "tests/widgets/window_fixture.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QSurfaceFormat>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QLabel>
#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include <string>

namespace hitmap {
namespace {

constexpr int longer_than_a_flight = 400; // ms

class MeshViewTest : public WindowFixture {
protected:
    glm::vec3 position() { return pane().choices().view.camera.position; }
    void show_boxes(bool shown) {
        View view = pane().choices().view;
        view.show(box_kind, shown);
        view.range_mode = RangeMode::full; // so that the colours of faces do not depend on boxes
        pane().set_view(view);
    }
    /// Waits for a message and dismisses it.
    std::string next_message() {
        EXPECT_TRUE(wait([this] { return !message().empty(); }));
        const std::string text = message();
        window_->message_bar().clear();
        return text;
    }
};

TEST_F(MeshViewTest, DrawsARecordingWhoseElementsAreInNoAllocation) {
    struct Case {
        Role role;
        const char* told;
    };
    const Case cases[] = {
        {Role::boxes, "No box was accessed, because boxes are in no allocation."},
        {Role::faces, "No face was accessed, because faces are in no allocation."},
        {Role::vertices,
         "Look-ups of faces are those of their indices alone, because vertices are in no allocation."},
        {Role::stack, ""}};
    for (const Case& c : cases) {
        const QString file = folder_.filePath(QStringLiteral("%1.hmt").arg(static_cast<int>(c.role)));
        write_tiny_recording_unheld(file.toStdString(), c.role);
        window_->open(file);
        ASSERT_TRUE(wait([&] {
            return pane().recording() != nullptr && pane().wanted_spec() == file.toStdString() &&
                   !pane().work().running();
        }));
        show_boxes(true);
        const QImage shown = picture();
        EXPECT_EQ(message(), "") << c.told;
        int coloured = 0;
        for (int x = 0; x < shown.width(); ++x)
            for (int y = 0; y < shown.height(); ++y)
                coloured += shown.pixel(x, y) != shown.pixel(0, 0) ? 1 : 0;
        EXPECT_GT(coloured, shown.width() * shown.height() / 50) << "something is drawn";
        const auto& banner = find<QLabel>("unheld_text");
        EXPECT_EQ(banner.text().toStdString(), c.told);
        EXPECT_EQ(banner.isVisible(), *c.told != '\0');
    }
}

TEST_F(MeshViewTest, KeysOfTheFlyModeAreNoShortcuts) {
    open_tiny();
    activate();
    MeshView& view = window_->mesh_view();
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_TRUE(view.camera().flying());
    const glm::vec3 before = position();
    QTest::keyPress(&view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_TRUE(wait([&] { return position() != before; })) << "slowly";
    QTest::keyRelease(&view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_NE(pane().recording(), nullptr) << "nothing was closed";
    QTest::keyClick(&view, Qt::Key_Q, Qt::ControlModifier);
    EXPECT_TRUE(window_->isVisible());
    // The key that is W on a US keyboard is Z on a French one, where Z is otherwise the shortcut of
    // Wireframe.
    constexpr quint32 place_of_w = 25;
    QKeyEvent french(QEvent::ShortcutOverride, Qt::Key_Z, Qt::NoModifier, place_of_w, 0, 0);
    french.ignore();
    QCoreApplication::sendEvent(&view, &french);
    EXPECT_TRUE(french.isAccepted());
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_FALSE(view.camera().flying());
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

TEST_F(MeshViewTest, WithoutMemoryForBoxesTheMeshIsDrawnAndTheReasonIsSaidOnce) {
    open_tiny();
    show_boxes(false);
    const QImage mesh = picture();
    const QSignalSpy failed(&window_->mesh_view(), &MeshView::failed);
    {
        const test::GpuShortage shortage;
        show_boxes(true);
        EXPECT_THAT(next_message(),
                    testing::StartsWith("The boxes are not drawn, everything else is: the GPU "
                                        "has too little memory for the boxes: "));
        EXPECT_EQ(picture(), mesh);
        EXPECT_EQ(shortage.refused(), 1) << "further paints do not try again";
        show_boxes(false);
        EXPECT_EQ(picture(), mesh);
        show_boxes(true);
        EXPECT_THAT(next_message(), testing::StartsWith("The boxes are not drawn"));
        EXPECT_EQ(picture(), mesh);
        EXPECT_EQ(shortage.refused(), 2);
    }
    EXPECT_EQ(picture(), mesh) << "there is memory, but boxes were not shown again";
    show_boxes(false);
    EXPECT_EQ(picture(), mesh);
    show_boxes(true);
    EXPECT_NE(picture(), mesh);
    EXPECT_EQ(failed.count(), 2);
}

TEST_F(MeshViewTest, ANewSceneTriesAgainToDrawBoxes) {
    open_tiny();
    show_boxes(false);
    const QImage mesh = picture();
    {
        const test::GpuShortage shortage;
        show_boxes(true);
        EXPECT_THAT(next_message(), testing::StartsWith("The boxes are not drawn"));
    }
    EXPECT_EQ(picture(), mesh);
    pane().reload();
    ASSERT_TRUE(settle());
    EXPECT_NE(picture(), mesh);
    EXPECT_EQ(message(), "");
    show_boxes(false);
    EXPECT_EQ(picture(), mesh);
}

TEST_F(MeshViewTest, InputEndsAFlight) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    const auto take_off = [&] {
        view.camera().reset();
        const glm::vec3 before = position();
        view.camera().fly_to({face_kind, 17});
        EXPECT_TRUE(wait([&] { return position() != before; }));
    };
    const auto rests = [&] {
        const Camera after = pane().choices().view.camera;
        QTest::qWait(longer_than_a_flight);
        return pane().choices().view.camera == after;
    };
    take_off();
    QTest::mousePress(&view, Qt::LeftButton, {}, view.rect().center());
    EXPECT_TRUE(rests());
    QTest::mouseRelease(&view, Qt::LeftButton, {}, view.rect().center());
    take_off();
    QTest::keyClick(&view, Qt::Key_Left);
    EXPECT_TRUE(rests());
    take_off();
    view.camera().reset();
    EXPECT_TRUE(rests()) << "also what others do with the camera";
    const auto landed = [&] { return !view.camera().in_flight(); };
    take_off();
    view.camera().fly_to({face_kind, 400});
    EXPECT_TRUE(wait(landed));
    const Camera there = pane().choices().view.camera;
    view.camera().fly_to({face_kind, 400});
    EXPECT_TRUE(wait(landed));
    EXPECT_EQ(pane().choices().view.camera.forward, there.forward);
    EXPECT_LT(glm::distance(position(), there.position), 1e-3F) << "the last one wins";
}

TEST_F(MeshViewTest, NothingFliesThroughARecordingThatIsClosed) {
    open_tiny();
    activate();
    MeshView& view = window_->mesh_view();
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    const glm::vec3 before = position();
    QTest::keyPress(&view, Qt::Key_W);
    EXPECT_TRUE(wait([&] { return position() != before; }));
    view.camera().fly_to({face_kind, 17});
    pane().close();
    const glm::vec3 after = position();
    QTest::qWait(longer_than_a_flight);
    EXPECT_EQ(position(), after);
}

} // namespace
} // namespace hitmap
