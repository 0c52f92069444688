#include "core/profile/sums/sm_table.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/session/state/session_file.h"
#include "widgets/table/data_table.h"
#include "widgets/time/pinned_legend.h"
#include "widgets/time/pinned_plot.h"

#include <QtCore/QFile>
#include <QtGui/QPalette>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeWidget>
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Curves that are pinned in the Time panel of the window.
class PinnedCurvesTest : public WindowFixture {
protected:
    PinnedCurvesTest() {
        open_tiny();
        activate();
    }
    PinnedLegend& legend() { return find<PinnedLegend>("pinned_legend"); }
    PinnedPlot& plot() { return find<PinnedPlot>("pinned_plot"); }
    QTreeWidget& list() { return find<QTreeWidget>("pinned_curves"); }
    bool computed() {
        return wait([this] { return legend().up_to_date(); });
    }
    void choose_gpu() {
        ModelChoice config = pane().config();
        config.preset = "turing-rtx2080ti";
        config.l1 = HierarchyConfig().l1;
        config.l2 = HierarchyConfig().l2;
        pane().simulate(config);
        ASSERT_TRUE(settle());
    }
    std::string value(int curve) { return plain_text(list().topLevelItem(curve)->text(1)); }
    /// The value of the metric of a face in a frame, as a tool tip of the mesh has it.
    std::string rate_of_face(std::uint64_t face, std::uint64_t q, std::uint64_t f) {
        const TimeWindow window = frame_window(pane().profile()->positions(), q, f);
        return plain_text(rate_text(pane().profile()->element(window, face_kind, face).l1()));
    }
    std::uint64_t accessed_face() {
        for (std::uint64_t face = 0; face < pane().profile()->element_count(face_kind); ++face)
            if (pane().profile()->element({0, pane().profile()->positions()}, face_kind, face).l1_lookups !=
                0)
                return face;
        ADD_FAILURE() << "no face was accessed";
        return 0;
    }
    void save(const QString& file) {
        QSignalSpy saved(&legend(), &PinnedLegend::saved);
        legend().save(file);
        ASSERT_TRUE(saved.wait(patience_ms)) << message();
    }
    void pin_selection() {
        activate();
        QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    }
};

TEST_F(PinnedCurvesTest, TheSelectionIsPinnedAndItsValuesAreThoseOfTheFrames) {
    EXPECT_FALSE(plot().isVisible());
    pin_selection();
    EXPECT_THAT(message(), HasSubstr("Nothing is selected"));
    const std::uint64_t face = accessed_face();
    pane().set_selection(Selection{face_kind, face});
    EXPECT_EQ(message(), "") << "something is selected now";
    pane().set_frames({8, 2, 1});
    pin_selection();
    ASSERT_EQ(pane().choices().panel<PinnedCurves>().list.size(), 1U);
    ASSERT_TRUE(computed());
    EXPECT_TRUE(plot().isVisible() && list().isVisible());
    EXPECT_EQ(plain_text(list().topLevelItem(0)->text(0)), "Face " + std::to_string(face));
    EXPECT_EQ(value(0), rate_of_face(face, 8, 2)) << "of the frame that is shown";
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Home);
    for (std::uint64_t f = 0; f < 8; ++f) {
        EXPECT_EQ(value(0), rate_of_face(face, 8, f)) << "of the frame at the keyboard";
        QTest::keyClick(&plot(), Qt::Key_Right);
    }
    QTest::keyClick(&plot(), Qt::Key_Return);
    EXPECT_EQ(pane().choices().frames, (FrameRange{8, 7, 1}));
    QTest::mouseMove(&plot(), plot().place_of(3));
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, plot().place_of(3));
    EXPECT_EQ(pane().choices().frames, (FrameRange{8, 3, 1}));
    pane().set_metric("access-count"_metric);
    ASSERT_TRUE(computed());
    const TimeWindow window = frame_window(pane().profile()->positions(), 8, 3);
    const ElementSums sums = pane().profile()->element(window, face_kind, face);
    EXPECT_EQ(value(0),
              sums.accesses == 0 ? plain_text(undefined_text()) : plain_text(count_text(sums.accesses)))
        << "the metric of the pane";
}

TEST_F(PinnedCurvesTest, TablesPinAllocationsLinesAndSms) {
    choose_gpu();
    raise("traffic_dock");
    auto& allocations = find<DataTable>("allocation_traffic");
    ASSERT_TRUE(wait([&] { return allocations.model().rows().size() > 2; }));
    allocations.select_row(1);
    allocations.view().setFocus();
    QTest::keyClick(&allocations.view(), Qt::Key_P, Qt::ControlModifier);
    raise("sms_dock");
    auto& sms = find<DataTable>("sms");
    ASSERT_TRUE(wait([&] { return sms.model().rows().size() == 4; }));
    sms.select_row(2);
    sms.view().setFocus();
    QTest::keyClick(&sms.view(), Qt::Key_P, Qt::ControlModifier);
    pane().pin_curve(CurveInstruction{0});
    pane().set_selection(Selection{face_kind, accessed_face()});
    pin_selection();
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(computed());
    ASSERT_EQ(list().topLevelItemCount(), 4);
    EXPECT_EQ(plain_text(list().topLevelItem(0)->text(0)),
              plain_text(cell_text(allocations.model().rows()[1][0])));
    EXPECT_EQ(plain_text(list().topLevelItem(1)->text(0)), "SM 2");
    EXPECT_EQ(plain_text(list().topLevelItem(2)->text(0)), "Instruction 0");
    const TimeWindow window = frame_window(pane().profile()->positions(), 4, 1);
    EXPECT_EQ(value(1), plain_text(rate_text(pane().profile()->sm_table()->sum(2, window).l1())));
    // Another metric for the SM makes another strip.
    list().setCurrentItem(list().topLevelItem(1));
    auto& metric = find<QComboBox>("pinned_metric");
    const int requests = metric.findText(QStringLiteral("Requests"));
    ASSERT_GE(requests, 0);
    metric.setFocus();
    metric.setCurrentIndex(requests);
    QTest::keyClick(&metric, Qt::Key_Return);
    Q_EMIT metric.activated(requests);
    ASSERT_TRUE(computed());
    EXPECT_EQ(plain_text(list().topLevelItem(1)->text(0)), "SM 2: Requests");
    EXPECT_EQ(value(1), plain_text(count_text(pane().profile()->sm_table()->sum(2, window).requests)));
    EXPECT_EQ(legend().values()->strips.size(), 2U);
    screenshot("40-pinned-curves");
    QPalette dark(QColor(0x2b, 0x2b, 0x2b));
    dark.setColor(QPalette::Base, QColor(0x1e, 0x1e, 0x1e));
    window_->setPalette(dark);
    screenshot("41-pinned-curves-dark");
}

TEST_F(PinnedCurvesTest, EntriesAreRemovedByKeyAndUndone) {
    for (std::uint32_t sm = 0; sm < 3; ++sm)
        pane().pin_curve(CurveSm{sm});
    ASSERT_TRUE(computed());
    list().setFocus();
    list().setCurrentItem(list().topLevelItem(1));
    QTest::keyClick(&list(), Qt::Key_Delete);
    ASSERT_TRUE(computed());
    ASSERT_EQ(pane().choices().panel<PinnedCurves>().list.size(), 2U);
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list[1].subject, CurveSubject(CurveSm{2}));
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list[1].look, 2U) << "curves keep their colours";
    pane().pin_curve(CurveSm{3});
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list[2].look, 1U) << "the free colour";
    ASSERT_TRUE(wait([this] { return window_->session().can_undo(); }));
    window_->session().undo();
    EXPECT_TRUE(pane().choices().panel<PinnedCurves>().list.empty()) << "all that came in quick succession";
    window_->session().redo();
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list.size(), 3U);
    for (std::uint32_t element = 0; element < 9; ++element)
        pane().pin_curve(CurveElement{face_kind, element});
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list.size(), most_pinned_curves);
    EXPECT_THAT(message(), HasSubstr("as many as can be told apart"));
    find<QToolButton>("pinned_remove");
    pane().set_panel(PinnedCurves());
    EXPECT_EQ(message(), "") << "there is room again";
    EXPECT_FALSE(plot().isVisible());
}

TEST_F(PinnedCurvesTest, RatesAreDrawnFrom0IfThatIsChosen) {
    pane().pin_curve(CurveSm{0});
    pane().set_frames({4, 0, 1});
    ASSERT_TRUE(computed());
    auto& full = find<QToolButton>("full_rates");
    EXPECT_FALSE(full.isChecked());
    full.setFocus();
    QTest::keyClick(&full, Qt::Key_Space);
    EXPECT_EQ(pane().choices().panel<TimeDisplay>().rates, RateAxis::full);
    ASSERT_TRUE(computed());
    const PlotAxis& axis = legend().values()->strips.at(0).y;
    EXPECT_EQ(axis.range->min, 0.0);
    EXPECT_GT(axis.range->max, 1.0) << "room above 100 %";
    EXPECT_EQ(axis.title, "L1 hit rate");
    ASSERT_TRUE(wait([this] { return window_->session().can_undo(); }));
    window_->session().undo();
    EXPECT_FALSE(full.isChecked()) << "as before";
}

TEST_F(PinnedCurvesTest, SavesTheValuesOfEachFrame) {
    const std::uint64_t face = accessed_face();
    pane().pin_curve(CurveElement{face_kind, face});
    pane().pin_curve(CurveLine{"nowhere.cu:1"});
    pane().set_frames({4, 0, 1});
    ASSERT_TRUE(computed());
    EXPECT_EQ(value(1), plain_text(undefined_text()));
    EXPECT_THAT(plain_text(list().topLevelItem(1)->toolTip(0)), HasSubstr("no line:nowhere.cu:1"));
    const QString csv = folder_.filePath(QStringLiteral("c.csv"));
    save(csv);
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const std::vector<QByteArray> lines = [&] {
        std::vector<QByteArray> all;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty()) all.push_back(line);
        return all;
    }();
    ASSERT_EQ(lines.size(), 5U) << "a header, and four frames of the face";
    EXPECT_EQ(lines[0], "curve,metric,frame,first,last,value,accesses,requests,lookups,hits");
    for (std::uint64_t f = 0; f < 4; ++f) {
        const TimeWindow window = frame_window(pane().profile()->positions(), 4, f);
        const ElementSums sums = pane().profile()->element(window, face_kind, face);
        const QList<QByteArray> fields = lines[f + 1].split(',');
        EXPECT_EQ(fields[0], QByteArray::fromStdString("face:" + std::to_string(face)));
        EXPECT_EQ(fields[3].toULongLong(), window.first);
        EXPECT_EQ(fields[6].toUInt(), sums.accesses);
        EXPECT_EQ(fields[8].toUInt(), sums.l1_lookups);
        if (sums.l1_lookups == 0) {
            EXPECT_EQ(fields[5], "");
        } else {
            EXPECT_NEAR(fields[5].toDouble(), sums.l1().hit_count() / sums.l1_lookups, 1e-8);
        }
    }
    for (const char* name : {"c.png", "c.svg"}) {
        save(folder_.filePath(QString::fromLatin1(name)));
        QFile picture(folder_.filePath(QString::fromLatin1(name)));
        ASSERT_TRUE(picture.open(QIODevice::ReadOnly));
        EXPECT_GT(picture.size(), 1000);
    }
    QFile svg(folder_.filePath(QStringLiteral("c.svg")));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_THAT(svg.readAll().toStdString(), HasSubstr("Face " + std::to_string(face)));
}

TEST_F(PinnedCurvesTest, AnotherModelGivesOtherValuesAndAClosedRecordingNone) {
    pane().pin_curve(CurveSm{0});
    pane().set_frames({4, 0, 1});
    ASSERT_TRUE(computed());
    const auto before = legend().values();
    choose_gpu();
    ASSERT_TRUE(computed());
    EXPECT_NE(legend().values(), before);
    EXPECT_EQ(legend().values()->simulation, pane().simulation());
    pane().close();
    EXPECT_EQ(legend().values(), nullptr);
}

} // namespace
} // namespace hitmap
