#include "app/dialogs/settings/appearance.h"
#include "core/analysis/simt/active_lanes.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/table/data_table.h"

#include <QtCore/QFile>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

#include <array>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Tests the panel of active lanes.
class SimtTest : public WindowFixture {
protected:
    SimtTest() {
        open_tiny();
        raise("simt_dock");
        EXPECT_TRUE(counted(SimtBy::line));
    }
    DataTable& table() { return find<DataTable>("simt_rows"); }
    QComboBox& by() { return find<QComboBox>("simt_by"); }
    XyPlot& plot() { return find<XyPlot>("simt_plot"); }
    std::string note() { return find<QLabel>("simt_note").text().toStdString(); }
    SimtSums expected(SimtBy key, std::uint64_t frames = 1) {
        ThreadPool pool(1);
        const auto source = request_source(*pane().recording()->file, pool);
        return sum_active_lanes(*source, std::array{key}, frames);
    }
    /// Waits until the table has the rows of this key.
    bool counted(SimtBy key, std::uint64_t frames = 1) {
        const SimtSums sums = expected(key, frames);
        return wait([&] {
            const auto& rows = table().model().rows();
            return table().model().columns().front().title == text_of(info_of(key).title) &&
                   rows.size() == sums.tables.front().rows.size() + 1;
        });
    }
    /// Chooses a table by keyboard.
    void choose(SimtBy key) {
        window_->activateWindow();
        by().setFocus();
        ASSERT_TRUE(wait([this] { return by().hasFocus(); }));
        const int row = by().findData(static_cast<int>(key));
        QTest::keyClick(&by(), Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            QTest::keyClick(&by(), Qt::Key_Down);
        ASSERT_EQ(by().currentIndex(), row);
    }
    void enter(int row) {
        window_->activateWindow();
        table().view().setFocus();
        ASSERT_TRUE(wait([this] { return table().view().hasFocus(); }));
        table().select_row(row);
        QTest::keyClick(&table().view(), Qt::Key_Return);
    }
    int row_named(const char* name) {
        const auto& rows = table().model().rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (cell_text(rows[i][0]) == QLatin1String(name)) return static_cast<int>(i);
        ADD_FAILURE() << "no row " << name;
        return 0;
    }
};

TEST_F(SimtTest, ShowsTheNumbersOfEachTable) {
    for (const SimtBy key :
         {SimtBy::launch, SimtBy::kernel, SimtBy::line, SimtBy::instruction, SimtBy::allocation,
          SimtBy::ray_kind, SimtBy::bounce, SimtBy::sm, SimtBy::frame}) {
        choose(key);
        ASSERT_TRUE(counted(key)) << info_of(key).name;
        const SimtSums sums = expected(key);
        const auto& rows = table().model().rows();
        EXPECT_EQ(cell_text(rows[0][0]).toStdString(), "Everything");
        EXPECT_EQ(rows[0][2], count_cell(sums.all.sums().requests));
        for (std::size_t i = 0; i < sums.tables.front().rows.size(); ++i) {
            const SimtRow& row = sums.tables.front().rows[i];
            EXPECT_EQ(cell_text(rows[i + 1][0]).toStdString(), row.name);
            EXPECT_EQ(cell_number(rows[i + 1][1]), row.sums.efficiency(sums.warp_lanes));
            EXPECT_EQ(rows[i + 1][2].value, count_cell(row.sums.requests).value);
            EXPECT_EQ(rows[i + 1][3].value, count_cell(row.sums.active_lanes).value);
        }
    }
    screenshot("28-simt-frames");
}

TEST_F(SimtTest, ThePlotIsTheHistogramOfTheChosenRow) {
    const SimtSums sums = expected(SimtBy::line);
    EXPECT_EQ(plot().data().title, "Requests by active lanes: everything");
    ASSERT_EQ(plot().data().series.at(0).points.size(), 32U);
    for (unsigned lanes = 1; lanes <= 32; ++lanes)
        EXPECT_EQ(plot().data().series[0].points[lanes - 1],
                  (PlotPoint{double(lanes), double(sums.all.requests[lanes])}));
    window_->activateWindow();
    table().view().setFocus();
    ASSERT_TRUE(wait([this] { return table().view().hasFocus(); }));
    QTest::keyClick(&table().view(), Qt::Key_Down);
    const SimtRow& row = sums.tables.front().rows.front();
    EXPECT_EQ(plot().data().title, "Requests by active lanes: " + row.name);
    EXPECT_EQ(plot().data().series.at(0).points.back().y, double(row.histogram->requests[32]));
    EXPECT_THAT(note(), Not(HasSubstr("Of the whole recording")));
    pane().set_frames({4, 1, 1});
    EXPECT_THAT(note(), HasSubstr("Of the whole recording"));
    EXPECT_EQ(plot().data().title, "Requests by active lanes: " + row.name) << "they stay";
    screenshot("28-simt-lines");
    apply_appearance(Appearance::dark);
    screenshot("28-simt-lines-dark");
    apply_appearance(Appearance::system);
}

TEST_F(SimtTest, RowsRestrictTheMeshAndShowFrames) {
    choose(SimtBy::allocation);
    ASSERT_TRUE(counted(SimtBy::allocation));
    enter(row_named("faces"));
    EXPECT_EQ(pane().wanted_config().only.allocation, "faces");
    ASSERT_TRUE(settle());
    enter(row_named("faces"));
    EXPECT_TRUE(pane().wanted_config().only.empty()) << "again: everything";
    ASSERT_TRUE(settle());
    pane().set_frames({4, 0, 4});
    choose(SimtBy::frame);
    ASSERT_TRUE(counted(SimtBy::frame, 4));
    enter(3);
    EXPECT_EQ(pane().choices().frames, (FrameRange{4, 2, 1}));
}

TEST_F(SimtTest, TheTableIsSavedAsCsvWithFullPrecision) {
    const QString file = folder_.filePath(QStringLiteral("simt.csv"));
    table().save_csv(file);
    ASSERT_TRUE(wait([&] { return QFile::exists(file); }));
    QFile saved(file);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_EQ(saved.readLine().toStdString(),
              "name,efficiency,requests,active_lanes,inactive_lanes,share_of_inactive_lanes\n");
    const LaneSums all = expected(SimtBy::line).all.sums();
    EXPECT_THAT(saved.readLine().toStdString(),
                HasSubstr("," + std::to_string(all.requests) + "," + std::to_string(all.active_lanes) + ","));
}

TEST_F(SimtTest, ARecordingWithoutLaneTagsSaysWhyItHasNoRaysAndTheNextRecordingReplacesIt) {
    const QString csv = folder_.filePath(QStringLiteral("two.csv"));
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("sm,warp,lane,address,bytes,operation\n0,0,0,0x1000,4,load\n0,0,1,0x1004,4,load\n");
    file.close();
    window_->open(csv);
    ASSERT_TRUE(settle());
    ASSERT_TRUE(wait([this] { return counted(SimtBy::line); }));
    EXPECT_EQ(cell_text(table().model().rows()[0][1]).toStdString(), "6.3 %") << "2 of 32";
    choose(SimtBy::ray_kind);
    ASSERT_TRUE(wait([this] { return note().find("no lane tags") != std::string::npos; }));
    EXPECT_EQ(table().model().rows().size(), 1U) << "everything";
}

} // namespace
} // namespace hitmap
