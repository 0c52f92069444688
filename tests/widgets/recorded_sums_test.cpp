// Tests the window on a trace of rtmemtracer, which has sums in the place of requests.

#include "tests/widgets/window_fixture.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QMimeData>
#include <QtCore/QUrl>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QToolTip>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

class RecordedSumsTest : public WindowFixture {
protected:
    const QString trace_ = QStringLiteral(HITMAP_TEST_DATA "/trace/data/rt_sample.trace");

    void open_trace() {
        window_->open(trace_);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
        ASSERT_TRUE(pane().recording()->info().has_sums());
    }
    void type_into(QSpinBox& box, const QString& text) {
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
    }
};

TEST_F(RecordedSumsTest, AreOpenedByDroppingTheFileAndShownOnTheMesh) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(trace_)});
    const QPoint middle = window_->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &event);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->scene->face_slots.size(), 45000U);
    EXPECT_FALSE(find<QAction>("layout").isEnabled()) << "sums have no requests";
    // The sums of the whole trace, as its expected values have them.
    EXPECT_EQ(pane().simulation()->totals[face_kind].l2.hit_count(), 1541637.0);
    EXPECT_EQ(pane().simulation()->totals[box_kind].l1.lookups, 2019089U);
    const QImage whole = picture();
    pane().set_frames({16, 3});
    EXPECT_NE(picture(), whole);
    screenshot("recorded_sums");
}

TEST_F(RecordedSumsTest, HaveNoOtherCaches) {
    open_tiny();
    pane().simulate({parse_cache_geometry("1KiB:128:1"), parse_cache_geometry("2KiB:128:1")});
    ASSERT_TRUE(settle());
    open_trace(); // with the one configuration that it has, whatever the pane had
    EXPECT_EQ(pane().config(), ModelChoice());
    EXPECT_FALSE(find<QPushButton>("apply_button").isEnabled());
    EXPECT_FALSE(find<QPushButton>("recent_configs").isEnabled());
    EXPECT_THAT(find<QLabel>("cache_error").text().toStdString(),
                HasSubstr("sums of hits and no requests: other caches cannot be simulated"));
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(find<QPushButton>("recent_configs").isEnabled());
}

TEST_F(RecordedSumsTest, HaveFramesThatDivideTheRecordedOnes) {
    open_trace();
    auto& count = find<QSpinBox>("frame_count");
    type_into(count, QStringLiteral("5")); // the next divisor of 16
    EXPECT_EQ(pane().choices().frames.total, 8U);
    EXPECT_EQ(count.value(), 8);
    EXPECT_EQ(QToolTip::text().toStdString(), "5 does not divide the 16 recorded frames; 8 does.");
    EXPECT_THAT(count.toolTip().toStdString(), HasSubstr("has sums for 16 frames, and q must divide them"));
    QToolTip::hideText();
    QTest::keyClick(&count, Qt::Key_Up);
    EXPECT_EQ(pane().choices().frames.total, 16U);
    QTest::keyClick(&count, Qt::Key_Up);
    EXPECT_EQ(pane().choices().frames.total, 16U);
    QTest::keyClick(&count, Qt::Key_Down);
    EXPECT_EQ(pane().choices().frames.total, 8U);
    count.stepBy(-2);
    EXPECT_EQ(pane().choices().frames.total, 2U);
    pane().set_frames({100, 50});
    EXPECT_EQ(pane().choices().frames.total, 16U);
    EXPECT_EQ(pane().choices().frames.first, 8U);
    type_into(count, QStringLiteral("1"));
    EXPECT_EQ(pane().choices().frames.total, 1U);
}

TEST_F(RecordedSumsTest, DisableMetricsThatDoNotFollowAndSayWhy) {
    open_trace();
    const auto& box = find<QComboBox>("bar_metric");
    const auto* rows = qobject_cast<const QStandardItemModel*>(box.model());
    const auto is_enabled = [&](const char* metric) {
        return rows->item(box.findData(QString::fromLatin1(metric)))->isEnabled();
    };
    EXPECT_TRUE(is_enabled("l1-hit-rate"));
    EXPECT_TRUE(is_enabled("l2-misses"));
    EXPECT_FALSE(is_enabled("access-count"));
    EXPECT_FALSE(is_enabled("access-order"));
    EXPECT_FALSE(is_enabled("l1-reuse-distance"));
    const QString reason =
        box.itemData(box.findData(QStringLiteral("access-order")), Qt::ToolTipRole).toString();
    EXPECT_THAT(reason.toStdString(), HasSubstr("does not have the order of accesses"));
    const auto& banner = find<QFrame>("incomplete_banner");
    EXPECT_TRUE(banner.isVisible());
    EXPECT_THAT(find<QLabel>("incomplete_text").text().toStdString(),
                HasSubstr("has sums of hits for 16 frames, recorded by rtmemtracer, and no requests"));
}

} // namespace
} // namespace hitmap
