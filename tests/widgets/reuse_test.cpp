#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/panels/reuse_panel.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/table/data_table.h"

#include <QtCore/QFile>
#include <QtCore/QTimer>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Tests the page of the traffic panel that shows the reasons of misses.
class ReuseTest : public WindowFixture {
protected:
    ReuseTest() {
        open_tiny();
        raise("traffic_dock");
        tabs().setCurrentIndex(2);
        QCoreApplication::processEvents();
    }
    QTabWidget& tabs() { return find<QTabWidget>("traffic_tabs"); }
    XyPlot& plot() { return find<XyPlot>("reuse_plot"); }
    QLabel& note() { return find<QLabel>("reuse_note"); }
    QPushButton& explain() { return find<QPushButton>("explain_misses"); }
    QComboBox& box(const char* name) { return find<QComboBox>(name); }
    const ReuseReport& reuse() { return *pane().profile()->reuse(); }
    std::string title() { return plot().data().title; }
    bool simulated() {
        return wait([this] { return pane().config() == pane().wanted_config(); }) && settle();
    }
    void simulate(bool explain_misses) {
        ModelChoice config = pane().config();
        config.preset = "turing-rtx2080ti";
        config.l1 = HierarchyConfig().l1;
        config.l2 = HierarchyConfig().l2;
        config.explain_misses = explain_misses;
        pane().simulate(config);
        ASSERT_TRUE(simulated());
    }
    /// Chooses an entry by keyboard.
    void choose(const char* name, int row) {
        window_->activateWindow();
        QComboBox& choices = box(name);
        choices.setFocus();
        ASSERT_TRUE(wait([&] { return choices.hasFocus(); }));
        QTest::keyClick(&choices, Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            QTest::keyClick(&choices, Qt::Key_Down);
        ASSERT_EQ(choices.currentIndex(), row);
    }
};

TEST_F(ReuseTest, SaysWhatIsMissingAndOffersToAskForIt) {
    EXPECT_THAT(note().text().toStdString(), HasSubstr("choose a GPU"));
    EXPECT_FALSE(explain().isVisible()) << "stack distances cannot be asked";
    EXPECT_FALSE(find<QPushButton>("reuse_save").isEnabled());
    simulate(false);
    EXPECT_THAT(note().text().toStdString(), HasSubstr("without Explain misses"));
    ASSERT_TRUE(explain().isVisible());
    EXPECT_FALSE(plot().isVisible());
    QTest::mouseClick(&explain(), Qt::LeftButton);
    ASSERT_TRUE(simulated());
    EXPECT_TRUE(pane().config().explain_misses);
    EXPECT_TRUE(find<QCheckBox>("explain_choice").isChecked());
    EXPECT_FALSE(note().isVisible());
    EXPECT_FALSE(explain().isVisible());
    EXPECT_FALSE(plot().empty());
    EXPECT_TRUE(find<QPushButton>("reuse_save").isEnabled());
}

TEST_F(ReuseTest, CurvesAreThoseOfTheReport) {
    simulate(true);
    EXPECT_EQ(title(), "L1 hit rate by capacity: everything");
    const PlotData& data = plot().data();
    ASSERT_GT(data.series.size(), 2U) << "everything and allocations";
    EXPECT_EQ(data.series[0].title, "everything");
    EXPECT_EQ(data.marked_x, 65536.0);
    const auto curve = miss_ratio_curve(reuse().l1.all, reuse().l1.capacity);
    ASSERT_EQ(data.series[0].points.size(), curve.size());
    const auto lookups = static_cast<double>(reuse().l1.all.lookups());
    EXPECT_EQ(data.series[0].points.back().y, static_cast<double>(curve.back().hits) / lookups);
    screenshot("13-capacities");

    choose("reuse_level", 1);
    EXPECT_EQ(title(), "L2 hit rate by capacity: everything");
    EXPECT_EQ(plot().data().marked_x, 5632.0 * 1024.0);

    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_End);
    EXPECT_THAT(plot().reading().toStdString(), HasSubstr("everything: "));
    const QString last = plot().reading();
    QTest::keyClick(&plot(), Qt::Key_PageUp);
    EXPECT_NE(plot().reading(), last);
    QTest::mouseMove(&plot(), QPoint(plot().width() / 2, plot().height() / 3));
    EXPECT_TRUE(wait([&] { return !plot().reading().isEmpty(); }));
}

TEST_F(ReuseTest, DistancesHaveEveryLookUpOnce) {
    simulate(true);
    choose("reuse_view", 1);
    EXPECT_EQ(title(), "L1 reuse distances: everything");
    double sum = 0.0;
    for (const PlotPoint& point : plot().data().series.at(0).points)
        sum += point.y;
    EXPECT_EQ(sum, static_cast<double>(reuse().l1.all.lookups()));
    EXPECT_EQ(plot().data().x.labels.back(), "cold");
    EXPECT_EQ(plot().data().marked_x, 9.5) << "512 lines hit below 512";
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_End);
    EXPECT_THAT(plot().reading().toStdString(), HasSubstr("cold · "));
    screenshot("14-distances");
}

TEST_F(ReuseTest, ThePlotIsSavedAsSvgAndAsPng) {
    simulate(true);
    const auto save = [this](const QString& name) {
        const QString file = folder_.filePath(name);
        answer_file_dialog(file);
        auto& button = find<QPushButton>("reuse_save");
        QTimer::singleShot(0, button.menu(), [&button] { // showMenu() waits for the menu
            QTest::keyClick(button.menu(), Qt::Key_Down);
            QTest::keyClick(button.menu(), Qt::Key_Return);
        });
        button.setFocus();
        QTest::keyClick(&button, Qt::Key_Space);
        EXPECT_TRUE(wait([&] { return message().find(name.toStdString()) != std::string::npos; }))
            << message();
        QFile saved(file);
        EXPECT_TRUE(saved.open(QIODevice::ReadOnly));
        return saved.readAll();
    };
    const std::string svg = save(QStringLiteral("curves.svg")).toStdString();
    EXPECT_THAT(svg, testing::StartsWith("<svg "));
    for (const std::string& text : {title(), plot().data().mark_title, std::string("everything")})
        EXPECT_THAT(svg, HasSubstr(">" + text + "</text>"));
    const QImage picture = QImage::fromData(save(QStringLiteral("curves.png")), "PNG");
    EXPECT_EQ(picture.width(), 2 * plot().width());
    EXPECT_EQ(picture.pixelColor(0, 0), QColor(Qt::white)) << "colours of files";
}

TEST_F(ReuseTest, ARowOfTheTrafficChoosesItsAllocation) {
    simulate(true);
    tabs().setCurrentIndex(0);
    auto& table = find<DataTable>("allocation_traffic");
    ASSERT_TRUE(wait([&] { return table.model().rows().size() > 2; }));
    window_->activateWindow();
    table.view().setFocus();
    ASSERT_TRUE(wait([&] { return table.view().hasFocus(); }));
    QTest::keyClick(&table.view(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&table.view(), Qt::Key_Down);
    tabs().setCurrentIndex(2);
    const QModelIndex row = table.view().currentIndex();
    const std::string name = cell_text(table.sorted().shown_row(row.row())[0]).toStdString();
    EXPECT_EQ(title(), "L1 hit rate by capacity: " + name);
    ASSERT_EQ(plot().data().series.size(), 2U) << "it and everything";
}

TEST_F(ReuseTest, ARowOfALineChoosesItsInstructions) {
    simulate(true);
    tabs().setCurrentIndex(1);
    auto& table = find<DataTable>("line_traffic");
    ASSERT_TRUE(wait([&] { return table.model().rows().size() > 2; }));
    const auto chosen = [&](int row) {
        tabs().setCurrentIndex(1);
        table.view().setCurrentIndex(table.sorted().mapFromSource(table.model().index(row, 1)));
        tabs().setCurrentIndex(2);
        return cell_text(table.model().rows()[static_cast<std::size_t>(row)][0]).toStdString();
    };
    const std::string line = chosen(1);
    EXPECT_EQ(title(), "L1 hit rate by capacity: " + line);
    EXPECT_EQ(box("reuse_subject").currentText().toStdString(), line);
    ASSERT_EQ(plot().data().series.size(), 2U) << "it and everything";
    screenshot("16-capacities-of-a-line");
    (void)chosen(0);
    EXPECT_EQ(title(), "L1 hit rate by capacity: everything");

    tabs().setCurrentIndex(1);
    find<QCheckBox>("each_instruction").click();
    ASSERT_TRUE(wait([&] { return cell_text(table.model().rows()[1][0]).contains(QLatin1Char('#')); }));
    box("reuse_view").setCurrentIndex(1);
    const std::string instruction = chosen(1);
    EXPECT_EQ(title(), "L1 reuse distances: " + instruction);
}

TEST_F(ReuseTest, TheSelectedElementIsSimulatedByAJob) {
    simulate(true);
    auto& panel = *window_->findChild<ReusePanel*>();
    std::uint64_t face = 0;
    for (std::uint64_t i = 0; i < pane().profile()->element_count(face_kind); ++i)
        if (pane().profile()->element({0, pane().profile()->positions()}, face_kind, i).accesses > 1)
            face = i;
    pane().set_selection(Selection{face_kind, face});
    EXPECT_EQ(title(), "L1 hit rate by capacity: everything") << "what is shown is still of everything";
    ASSERT_TRUE(wait([&] { return !panel.work().running(); }));
    const std::string name = "face " + count_text(face).toStdString();
    EXPECT_EQ(title(), "L1 hit rate by capacity: " + name);
    choose("reuse_view", 1);
    EXPECT_EQ(title(), "L1 reuse distances: " + name);
    EXPECT_FALSE(plot().empty());
    screenshot("15-distances-of-a-face");

    pane().set_selection(Selection{face_kind, face == 0 ? 1U : face - 1});
    pane().set_selection(std::nullopt);
    EXPECT_FALSE(panel.work().running()) << "the newest choice needs no work";
    EXPECT_EQ(title(), "L1 reuse distances: everything");
    choose("reuse_subject", 1);
    pane().set_selection(Selection{face_kind, face});
    EXPECT_FALSE(panel.work().running()) << "everything was chosen";
}

TEST_F(ReuseTest, ItsTableIsTheOneOfTheCommandLine) {
    simulate(true);
    auto& panel = *window_->findChild<ReusePanel*>();
    EXPECT_THAT(panel.csv().toStdString(),
                testing::StartsWith(
                    "level,table,name,file,line,capacity,lookups,hits,hit_rate,present\nL1,everything,,,,"));
    choose("reuse_view", 1);
    EXPECT_THAT(panel.csv().toStdString(),
                testing::StartsWith("level,table,name,file,line,first,last,lookups\nL1,everything,,,,"));
}

} // namespace
} // namespace hitmap
