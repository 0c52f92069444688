#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/elided_label.h"

#include <QtGui/QMouseEvent>
#include <QtWidgets/QSplitter>
#include <gmock/gmock.h>

#include <numeric>

namespace hitmap {
namespace {

class PaneGridTest : public WindowFixture {
protected:
    PaneGridTest() {
        open_tiny();
        activate();
        QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    }
    PaneFrame& frame(std::size_t i) { return window_->panes().frame(i); }
    [[nodiscard]] bool equal_views() {
        return wait(
            [this] { return std::abs(frame(0).mesh_view().width() - frame(1).mesh_view().width()) <= 1; });
    }
    static std::uint64_t counted(const Histogram& histogram) {
        return std::accumulate(histogram.bins.begin(), histogram.bins.end(), histogram.without) +
               histogram.below + histogram.above;
    }
};

TEST_F(PaneGridTest, ViewsInARowAreOfOneSizeWhoeverHasTheBar) {
    EXPECT_FALSE(frame(0).colour_bar().isVisible()) << "one scale, one bar";
    EXPECT_TRUE(equal_views());
    window_->resize(1000, 600);
    EXPECT_TRUE(equal_views()) << "after the window was resized";
    window_->session().set_links({true, true, true, false, true, true});
    pane().set_metric("access-count"_metric);
    ASSERT_TRUE(wait([this] { return frame(0).colour_bar().isVisible(); }));
    EXPECT_TRUE(equal_views()) << "with a bar each";
    QFont large = QApplication::font();
    large.setPointSizeF(1.5 * large.pointSizeF());
    frame(1).colour_bar().setFont(large);
    EXPECT_TRUE(equal_views()) << "with bars of two widths";
}

TEST_F(PaneGridTest, WidthsThatAPersonChoseStay) {
    picture();
    ASSERT_TRUE(equal_views());
    auto* row = qobject_cast<QSplitter*>(frame(0).parentWidget());
    ASSERT_NE(row, nullptr);
    QWidget* handle = row->handle(1);
    const QPoint from = handle->rect().center();
    // Compared with the other pane, since docks beside them may still settle.
    const auto narrower_by = [this] { return frame(1).mesh_view().width() - frame(0).mesh_view().width(); };
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, from - QPoint(40, 0), handle->mapToGlobal(from - QPoint(40, 0)),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(handle, &move);
    QTest::mouseRelease(handle, Qt::LeftButton, {}, from - QPoint(40, 0));
    EXPECT_GT(narrower_by(), 20);
    pane().set_metric("l2-hit-rate"_metric);
    picture();
    EXPECT_GT(narrower_by(), 20);
}

TEST_F(PaneGridTest, ASharedBarCountsTheValuesOfAllPanes) {
    const auto own = [this](std::size_t i) {
        const auto& kinds = window_->session().pane(i).values()->kinds;
        return kinds[face_kind].values->size(); // boxes are not drawn
    };
    const auto counts = [&](ColourBar& bar, std::size_t elements) {
        return wait([&] { return bar.histogram() != nullptr && counted(*bar.histogram()) == elements; });
    };
    EXPECT_TRUE(counts(frame(1).colour_bar(), own(0) + own(1)));
    // Another cache: linked bars have the values of both panes; without the link, each has its own.
    window_->session().pane(0).simulate(
        {parse_cache_geometry("1KiB:128:1"), parse_cache_geometry("2KiB:128:1")});
    ASSERT_TRUE(wait([this] { return !window_->session().pane(0).stale(); }));
    EXPECT_TRUE(counts(frame(1).colour_bar(), own(0) + own(1)));
    window_->session().set_links({true, true, true, false, true, true});
    pane().set_metric("l2-hit-rate"_metric);
    EXPECT_TRUE(counts(frame(0).colour_bar(), own(0)));
    EXPECT_TRUE(counts(frame(1).colour_bar(), own(1)));
}

TEST_F(PaneGridTest, AViewThatPaintsWhileItsRecordingChangesPaintsOneOfThem) {
    const QString other = folder_.filePath(QStringLiteral("other.hmt"));
    write_tiny_recording_of_another_tree(other.toStdString());
    picture();
    int painted = 0;
    // The session changes its recording before the views do, and a resize paints immediately.
    QObject::connect(&window_->session(), &Session::history_changed, window_.get(), [&] {
        for (const std::size_t i : {0, 1}) {
            MeshView& view = frame(i).mesh_view();
            view.resize(view.width() - 1, view.height());
            ++painted;
        }
    });
    window_->open(other);
    ASSERT_TRUE(settle());
    EXPECT_GT(painted, 0);
    EXPECT_EQ(message(), "") << "a view has found values that are not of its scene";
    EXPECT_NE(pane().recording(), window_->session().pane(0).recording());
    EXPECT_NE(picture().size(), QSize());
}

TEST_F(PaneGridTest, TitlesThatAreCutSayAllInTheirToolTips) {
    auto* title = frame(0).findChild<ElidedLabel*>(QStringLiteral("pane_title"));
    ASSERT_NE(title, nullptr);
    EXPECT_THAT(title->toolTip().toStdString(), testing::HasSubstr("L1 hit rate"));
}

} // namespace
} // namespace hitmap
