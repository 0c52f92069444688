#include "core/cache/array/cache_geometry.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/panels/sm_panel.h"
#include "widgets/table/data_table.h"

#include <QtGui/QContextMenuEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

#include <string>

namespace hitmap {
namespace {

/// The SMs panel in the window. The recording has four SMs.
class SmsTest : public WindowFixture {
protected:
    SmsTest() {
        window_->open(file_);
        EXPECT_TRUE(wait([this] { return pane().recording() != nullptr && !pane().stale(); }));
        raise("sms_dock");
    }
    SmMap& map() { return find<SmMap>("sms_map"); }
    std::string reading() { return find<QLabel>("sms_reading").text().toStdString(); }
    std::uint64_t requests_of_rows() {
        std::uint64_t sum = 0;
        for (const TableRow& row : find<DataTable>("sms").model().rows())
            sum += std::get<std::uint64_t>(row.at(1).value);
        return sum;
    }
};

TEST_F(SmsTest, ListsEachSmOfTheFrames) {
    ASSERT_EQ(find<DataTable>("sms").model().rows().size(), 4U);
    EXPECT_EQ(requests_of_rows(), pane().recording()->info().requests);
    const std::string note = find<QLabel>("sms_note").text().toStdString();
    EXPECT_EQ(note.find("The busiest SM has 1."), 0U) << note;
    EXPECT_NE(note.find("look-ups of lanes"), std::string::npos) << note;
    pane().set_frames({4, 1});
    ASSERT_TRUE(wait([this] { return requests_of_rows() < pane().recording()->info().requests / 2; }));
    EXPECT_GT(requests_of_rows(), 0U);
}

TEST_F(SmsTest, KeysReadCellsAndEnterGoesToTheFrame) {
    window_->activateWindow();
    map().setFocus();
    ASSERT_TRUE(wait([this] { return map().hasFocus(); }));
    EXPECT_EQ(reading().find("Point at the map"), 0U) << reading();
    QTest::keyClick(&map(), Qt::Key_Down);
    EXPECT_EQ(reading().find("SM 1, accesses 0–"), 0U) << reading();
    const auto& table = pane().profile()->sm_table();
    const SmSums& first = table->of(1).front();
    EXPECT_NE(reading().find(count_text(first.requests).toStdString() + " requests"), std::string::npos);
    QTest::keyClick(&map(), Qt::Key_End);
    QTest::keyClick(&map(), Qt::Key_Return);
    EXPECT_EQ(pane().choices().frames, (FrameRange{16, 15}));
    QTest::keyClick(&map(), Qt::Key_Home);
    QTest::keyClick(&map(), Qt::Key_Return);
    EXPECT_EQ(pane().choices().frames, (FrameRange{16, 0}));
}

TEST_F(SmsTest, AClickGoesToTheFrameAndTheColoursFollowTheQuantity) {
    const QImage requests = map().grab().toImage();
    find<QComboBox>("sms_quantity").setCurrentIndex(1);
    EXPECT_NE(map().grab().toImage(), requests);
    const SmMap::Cell middle{2, pane().profile()->sm_table()->intervals() / 2};
    QTest::mouseClick(&map(), Qt::LeftButton, {}, map().place_of(middle));
    EXPECT_EQ(pane().choices().frames, (FrameRange{16, 8}));
    EXPECT_EQ(reading().find("SM 2, accesses "), 0U) << reading();
}

TEST_F(SmsTest, ImbalanceIsRelativeToTheMeanOfTheInterval) {
    const SmTable& table = *pane().profile()->sm_table();
    const std::vector<double> means = mean_requests(table);
    for (std::uint64_t i = 0; i < table.intervals(); ++i) {
        double sum = 0.0;
        for (std::size_t sm = 0; sm < table.sms(); ++sm)
            sum += static_cast<double>(table.of(sm)[i].requests);
        ASSERT_DOUBLE_EQ(means[i], sum / 4.0);
    }
    const SmQuantity& imbalance = sm_quantities()[1];
    EXPECT_EQ(imbalance.number, SmNumber::ratio);
    EXPECT_DOUBLE_EQ(imbalance.value({.requests = 6}, 4.0), 1.5);
    EXPECT_EQ(value_text(imbalance, {.requests = 6}, 4.0).toStdString(), "1.50");
    EXPECT_EQ(value_text(imbalance, {}, 0.0), undefined_text()) << "an interval without requests";
}

TEST_F(SmsTest, ACellChoosesItsRowAndPinsItsSm) {
    const SmMap::Cell cell{3, 5};
    QTest::mouseClick(&map(), Qt::LeftButton, {}, map().place_of(cell));
    EXPECT_EQ(find<DataTable>("sms").view().currentIndex().row(), 3);
    QContextMenuEvent event(QContextMenuEvent::Mouse, map().place_of({1, 5}),
                            map().mapToGlobal(map().place_of({1, 5})));
    QCoreApplication::sendEvent(&map(), &event);
    auto& menu = find<QMenu>("sms_menu");
    for (QAction* action : menu.actions())
        if (action->text() == QStringLiteral("&Pin in Time")) action->trigger();
    menu.close();
    ASSERT_EQ(pane().choices().panel<PinnedCurves>().list.size(), 1U);
    EXPECT_EQ(pane().choices().panel<PinnedCurves>().list[0].subject, CurveSubject(CurveSm{1}));
}

TEST_F(SmsTest, FollowsASliderOfTheCaches) {
    const auto hit_rate_of_first = [this] { return find<DataTable>("sms").model().rows().at(0).at(3); };
    const TableCell before = hit_rate_of_first();
    ModelChoice config = pane().config();
    config.l1 = parse_cache_geometry("2KiB:128:16");
    pane().show_live(config);
    ASSERT_TRUE(wait([this] { return pane().live().shown(); }));
    ASSERT_TRUE(wait([&] { return hit_rate_of_first() != before; }));
    const auto profile = pane().profile();
    const SmSums first = profile->sm_table()->sum(0, {0, profile->positions()});
    EXPECT_EQ(cell_text(hit_rate_of_first()), rate_text(first.l1()));
    EXPECT_TRUE(pane().live().shown()) << "nothing was simulated";
}

} // namespace
} // namespace hitmap
