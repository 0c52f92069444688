#include "tests/widgets/window_fixture.h"
#include "widgets/time/time_panel.h"

#include <QtGui/QMouseEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QStackedWidget>

#include <algorithm>

namespace hitmap {
namespace {

class WindowTimeTest : public WindowFixture {};

TEST_F(WindowTimeTest, DraggingTheSliderRecolours) {
    open_tiny();
    const QImage whole = picture();
    auto& count = find<QSpinBox>("frame_count");
    count.setFocus();
    count.selectAll();
    QTest::keyClicks(&count, QStringLiteral("12"));
    QTest::keyClick(&count, Qt::Key_Return);
    EXPECT_EQ(pane().choices().frames.total, 12U);
    auto& slider = find<FrameSlider>("frame_slider");
    slider.setValue(0);
    const QImage first = picture();
    EXPECT_NE(first, whole);
    const QPoint handle(8, slider.height() / 2);
    const QPoint middle(slider.width() / 2, slider.height() / 2);
    QTest::mousePress(&slider, Qt::LeftButton, {}, handle);
    QMouseEvent move(QEvent::MouseMove, middle, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&slider, &move);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, middle);
    const std::uint64_t dragged = pane().choices().frames.first;
    EXPECT_GT(dragged, 0U);
    EXPECT_NE(picture(), first);
    QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(pane().choices().frames.first, dragged + 1);
    QTest::keyClick(&slider, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().frames.first, dragged + 1 > 10 ? dragged - 9 : 0U);
    QTest::keyClick(&slider, Qt::Key_End);
    EXPECT_EQ(pane().choices().frames.first, 11U);
    QTest::keyClick(&slider, Qt::Key_Home);
    EXPECT_EQ(pane().choices().frames.first, 0U);
}

TEST_F(WindowTimeTest, SpacePlays) {
    open_tiny();
    pane().set_frames({6, 0});
    auto& slider = find<FrameSlider>("frame_slider");
    window_->activateWindow();
    slider.setFocus();
    ASSERT_TRUE(wait([&] { return slider.hasFocus(); }));
    QTest::keyClick(&slider, Qt::Key_Space);
    EXPECT_TRUE(wait([this] { return pane().choices().frames.first >= 2; }));
    QTest::keyClick(&slider, Qt::Key_Space);
    const FrameRange stopped = pane().choices().frames;
    QTest::qWait(400);
    EXPECT_EQ(pane().choices().frames, stopped);
}

TEST_F(WindowTimeTest, PlayIsCheckedWhileTheActivePanePlays) {
    open_tiny();
    activate();
    const auto actions = window_->mesh_view().actions();
    const auto found = std::ranges::find_if(
        actions, [](const QAction* action) { return action->shortcut() == QKeySequence(Qt::Key_Space); });
    ASSERT_NE(found, actions.end());
    const QAction& play = **found;
    const auto playing = [this](int i) {
        auto* panels = qobject_cast<QStackedWidget*>(window_->findChild<TimePanel*>()->parentWidget());
        return qobject_cast<TimePanel*>(panels->widget(i))->playing();
    };
    ASSERT_EQ(pane().choices().frames.total, 1U);
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    EXPECT_FALSE(play.isChecked()) << "there is nothing to play";
    pane().set_frames({12, 0});
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_F6);
    ASSERT_EQ(window_->session().active_index(), 0U);
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    EXPECT_TRUE(play.isChecked());
    EXPECT_TRUE(playing(0));
    QTest::keyClick(window_.get(), Qt::Key_F6);
    EXPECT_FALSE(play.isChecked()) << "it is the other one that plays";
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    EXPECT_TRUE(play.isChecked());
    EXPECT_TRUE(playing(1));
    EXPECT_FALSE(playing(0)) << "they share their time";
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    EXPECT_FALSE(play.isChecked());
    EXPECT_FALSE(playing(1));
}

} // namespace
} // namespace hitmap
