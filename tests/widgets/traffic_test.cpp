#include "core/profile/sums/outcome_sums.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/controls/elided_label.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The tables of allocations and source lines, and the mesh restricted to one of their rows.
class TrafficTest : public WindowFixture {
protected:
    TrafficTest() {
        open_tiny();
        raise("traffic_dock");
        QCoreApplication::processEvents();
    }
    DataTable& allocations() { return find<DataTable>("allocation_traffic"); }
    DataTable& lines() { return find<DataTable>("line_traffic"); }
    QTabWidget& tabs() { return find<QTabWidget>("traffic_tabs"); }
    QFrame& banner() { return find<QFrame>("restriction_banner"); }
    bool simulated() {
        return wait([this] { return pane().config() == pane().wanted_config(); }) && settle();
    }
    void choose_gpu(bool explain_misses = false) {
        ModelChoice config = pane().config();
        config.explain_misses = explain_misses;
        config.preset = "turing-rtx2080ti";
        config.l1 = HierarchyConfig().l1;
        config.l2 = HierarchyConfig().l2;
        pane().simulate(config);
        ASSERT_TRUE(simulated());
        ASSERT_TRUE(wait([this] { return rows_settled(); }));
    }
    static std::size_t column(DataTable& table, const char* key) {
        const auto& columns = table.model().columns();
        const auto found = std::ranges::find(columns, QLatin1String(key), &TableColumn::csv_name);
        if (found == columns.end()) throw std::runtime_error(std::string("no column ") + key);
        return static_cast<std::size_t>(found - columns.begin());
    }
    /// Checks that the tables show the numbers of the profile for the current frame.
    bool rows_settled() {
        const auto traffic = pane().profile()->traffic(pane().values()->window);
        const auto& rows = allocations().model().rows();
        return traffic && !rows.empty() &&
               rows[0][column(allocations(), "requests")] == count_cell(traffic->total.requests) &&
               rows[0][column(allocations(), "l1_bytes")]
                   .defined(); // bytes, which stack distances do not give
    }
    static int row_named(DataTable& table, const char* name) {
        const auto& rows = table.model().rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (cell_text(rows[i][0]) == QLatin1String(name)) return static_cast<int>(i);
        ADD_FAILURE() << "no row " << name;
        return 0;
    }
    void enter(DataTable& table, int row) {
        window_->activateWindow();
        table.view().setFocus();
        ASSERT_TRUE(wait([&] { return table.view().hasFocus(); }));
        table.select_row(row);
        QTest::keyClick(&table.view(), Qt::Key_Return);
        ASSERT_TRUE(simulated());
    }
    std::uint64_t lookups() { return sum_of(pane().simulation()->totals).l1.lookups; }
};

TEST_F(TrafficTest, ComesToTheFrontWhenItIsAskedFor) {
    auto& dock = find<QDockWidget>("traffic_dock");
    ASSERT_TRUE(wait([this] { return allocations().isVisible(); }));
    dock.toggleViewAction()->trigger();
    QCoreApplication::processEvents();
    EXPECT_TRUE(dock.isHidden());
    raise("worst_dock");
    dock.toggleViewAction()->trigger();
    EXPECT_TRUE(wait([&] { return !dock.widget()->visibleRegion().isEmpty(); })) << "not merely a tab";
}

TEST_F(TrafficTest, TellsOfAllocationsAndLinesInTheFrame) {
    choose_gpu();
    const auto whole = pane().profile()->traffic({0, pane().profile()->positions()});
    ASSERT_TRUE(whole);
    const auto& info = pane().recording()->info();
    ASSERT_EQ(allocations().model().rows().size(), info.allocations.size() + 1);
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const TableRow& row = allocations().model().rows()[i + 1];
        EXPECT_EQ(cell_text(row[0]).toStdString(), info.allocations[i].name);
        EXPECT_EQ(row[column(allocations(), "requests")], count_cell(whole->allocations[i].requests));
        EXPECT_EQ(row[column(allocations(), "sectors")], count_cell(whole->allocations[i].sectors));
        EXPECT_EQ(cell_number(row[column(allocations(), "l1_bytes")]),
                  static_cast<double>(moved_bytes(whole->allocations[i]).l1));
    }
    screenshot("9-allocations");
    tabs().setCurrentIndex(1);
    std::uint64_t requests = 0;
    for (std::size_t i = 1; i < lines().model().rows().size(); ++i)
        requests += std::get<std::uint64_t>(lines().model().rows()[i][column(lines(), "requests")].value);
    EXPECT_EQ(requests, whole->total.requests);
    EXPECT_THAT(cell_text(lines().model().rows()[1][0]).toStdString(), HasSubstr(".cpp:"));
    EXPECT_FALSE(cell_text(lines().model().rows()[1][column(lines(), "source")]).isEmpty()) << "the source";
    EXPECT_EQ(cell_text(lines().sorted().shown_row(0)[0]), QStringLiteral("Everything"));
    for (int row = 1; row < lines().sorted().rowCount(); ++row)
        EXPECT_GE(cell_number(lines().sorted().shown_row(row - 1)[column(lines(), "sectors")]),
                  cell_number(lines().sorted().shown_row(row)[column(lines(), "sectors")]))
            << "the order in which `hitmap simulate` prints them";
    const std::size_t before = lines().model().rows().size();
    find<QCheckBox>("each_instruction").click();
    ASSERT_TRUE(wait([&] { return lines().model().rows().size() == info.instructions.size() + 1; }));
    EXPECT_GT(lines().model().rows().size(), before);
    screenshot("10-source-lines");

    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(wait([this] { return pane().values()->frames.total == 4 && rows_settled(); }));
    const auto& all = allocations().model().rows()[0];
    EXPECT_LT(cell_number(all[column(allocations(), "requests")]),
              static_cast<double>(whole->total.requests));
}

TEST_F(TrafficTest, OneHitRateStandsForTheSimulationEverywhere) {
    choose_gpu();
    const auto whole = pane().profile()->traffic({0, pane().profile()->positions()});
    ASSERT_TRUE(whole);
    const std::string rate = share_text(whole->total.l1_hits(), whole->total.l1_lookups()).toStdString();
    EXPECT_EQ(cell_text(allocations().model().rows()[0][column(allocations(), "l1_hit_rate")]).toStdString(),
              rate)
        << "Traffic, Everything";
    const auto& status = find<ElidedLabel>("rates_label");
    EXPECT_THAT(status.text().toStdString(), HasSubstr("L1 " + rate));
    EXPECT_THAT(status.text().toStdString(), HasSubstr("sectors of requests"));
    auto& statistics = find<DataTable>("statistics");
    raise("inspector_dock");
    ASSERT_TRUE(wait([&] { return cell_text(statistics.model().rows()[0][1]).toStdString() == rate; }));
    EXPECT_EQ(cell_text(statistics.model().rows()[0][0]).toStdString(), "Sectors of requests");
    EXPECT_EQ(cell_text(statistics.model().rows()[1][0]).toStdString(), "All elements");
    EXPECT_NE(cell_text(statistics.model().rows()[1][1]).toStdString(), rate) << "counts something else";
}

TEST_F(TrafficTest, ClassesOfMissesAreToldInEveryFrameWhereTheyAreExplained) {
    choose_gpu();
    const auto told = [&](DataTable& table, std::size_t row, const char* key) {
        return cell_number(table.model().rows()[row][column(table, key)]);
    };
    const char* const l1_cold = "l1_cold_misses";
    EXPECT_FALSE(told(allocations(), 0, l1_cold));
    EXPECT_FALSE(told(lines(), 0, l1_cold));
    choose_gpu(true);
    ASSERT_TRUE(wait([&] { return told(allocations(), 0, l1_cold).has_value(); }));
    const auto expect_classes = [&](const TrafficWindow& traffic) {
        for (DataTable* table : {&allocations(), &lines()}) {
            EXPECT_EQ(told(*table, 0, l1_cold), static_cast<double>(traffic.total.l1_misses.cold));
            EXPECT_EQ(told(*table, 0, "l2_capacity_misses"),
                      static_cast<double>(traffic.total.l2_misses.capacity));
            EXPECT_EQ(told(*table, 0, "l1_conflict_misses"),
                      static_cast<double>(traffic.total.l1_misses.conflict));
        }
        for (std::size_t i = 0; i < traffic.allocations.size(); ++i)
            EXPECT_EQ(told(allocations(), i + 1, "l2_cold_misses"),
                      static_cast<double>(traffic.allocations[i].l2_misses.cold));
    };
    const auto whole = pane().profile()->traffic({0, pane().profile()->positions()});
    expect_classes(*whole);
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(wait([this] { return pane().values()->frames.total == 4 && rows_settled(); }));
    const auto frame = pane().profile()->traffic(pane().values()->window);
    EXPECT_LT(frame->total.l1_misses.cold, whole->total.l1_misses.cold);
    expect_classes(*frame);
}

TEST_F(TrafficTest, RowsAreSortedByAClickOnAHeading) {
    choose_gpu();
    QTableView& view = allocations().view();
    const auto sorted_by = static_cast<int>(column(allocations(), "sectors"));
    view.sortByColumn(sorted_by, Qt::DescendingOrder);
    EXPECT_EQ(cell_text(allocations().sorted().shown_row(0)[0]), QStringLiteral("Everything"));
    const auto sectors = [&](int row) {
        return cell_number(allocations().sorted().shown_row(row)[column(allocations(), "sectors")]);
    };
    for (int row = 2; row < allocations().sorted().rowCount(); ++row)
        EXPECT_GE(sectors(row - 1), sectors(row));
}

TEST_F(TrafficTest, StackDistancesKnowAllocationsAlone) {
    ASSERT_TRUE(wait([this] { return !allocations().model().rows().empty(); }));
    const TableRow& faces =
        allocations().model().rows()[static_cast<std::size_t>(row_named(allocations(), "faces"))];
    EXPECT_TRUE(faces[column(allocations(), "l1_hit_rate")].defined()) << "L1 rate";
    EXPECT_TRUE(faces[column(allocations(), "share_of_l1_misses")].defined()) << "share of misses";
    EXPECT_FALSE(faces[column(allocations(), "l1_bytes")].defined()) << "bytes";
    const auto all_requests = [this] {
        return allocations().model().rows()[0][column(allocations(), "requests")];
    };
    EXPECT_EQ(all_requests(), count_cell(pane().recording()->info().requests));
    EXPECT_FALSE(allocations().model().rows()[0][column(allocations(), "sectors_per_request")].defined())
        << "sectors per request";
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(wait([&] { return !all_requests().defined(); }));
    EXPECT_THAT(all_requests().detail.toStdString(), HasSubstr("a request may be in several allocations"));
    pane().set_frames({});
    ASSERT_TRUE(wait([&] { return all_requests().defined(); }));
    tabs().setCurrentIndex(1);
    ASSERT_GT(lines().model().rows().size(), 1U);
    EXPECT_FALSE(lines().model().rows()[1][column(lines(), "requests")].defined());
    EXPECT_THAT(find<QLabel>("traffic_note").text().toStdString(), HasSubstr("choose a GPU"));
}

TEST_F(TrafficTest, ARowRestrictsTheColoursAndEscapeTakesItBack) {
    choose_gpu();
    const std::uint64_t all = lookups();
    EXPECT_FALSE(banner().isVisible());
    enter(allocations(), row_named(allocations(), "vertices"));
    EXPECT_EQ(pane().config().only.allocation, "vertices");
    EXPECT_LT(lookups(), all);
    EXPECT_EQ(pane().simulation()->totals[box_kind].l1.lookups, 0U);
    EXPECT_GT(pane().simulation()->totals[face_kind].l1.lookups, 0U);
    EXPECT_TRUE(banner().isVisible());
    EXPECT_THAT(find<QLabel>("restriction_text").text().toStdString(),
                HasSubstr("allocation vertices alone"));
    EXPECT_THAT(find<PaneFrame>("pane_frame").accessibleName().toStdString(),
                HasSubstr("only allocation vertices"));
    screenshot("11-vertices-alone");
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Escape);
    ASSERT_TRUE(wait([this] { return pane().config().only.empty(); }));
    EXPECT_EQ(lookups(), all);
    EXPECT_FALSE(banner().isVisible());

    enter(allocations(), row_named(allocations(), "boxes"));
    EXPECT_EQ(pane().config().only.allocation, "boxes");
    find<QToolButton>("lift_restriction").click();
    ASSERT_TRUE(simulated());
    EXPECT_TRUE(pane().config().only.empty());
}

TEST_F(TrafficTest, ALineRestrictsTheColoursAndChoosingItAgainTakesItBack) {
    choose_gpu();
    tabs().setCurrentIndex(1);
    std::uint64_t by_line = 0;
    const std::uint64_t all = lookups();
    const auto count = static_cast<int>(lines().model().rows().size());
    for (int row = 1; row < count; ++row) {
        enter(lines(), row);
        ASSERT_TRUE(pane().config().only.line) << message();
        by_line += lookups();
    }
    EXPECT_EQ(by_line, all) << "each look-up is of one line";
    enter(lines(), count - 1);
    EXPECT_TRUE(pane().config().only.empty());
    find<QCheckBox>("each_instruction").click();
    ASSERT_TRUE(wait([&] { return static_cast<int>(lines().model().rows().size()) > count; }));
    window_->session().end_step();
    enter(lines(), 3);
    EXPECT_TRUE(pane().config().only.instruction);
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(wait([this] { return pane().config().only.empty(); })) << "undone";
}

TEST_F(TrafficTest, AnAllocationWithoutElementsIsRefused) {
    choose_gpu();
    const ModelChoice before = pane().config();
    window_->activateWindow();
    allocations().view().setFocus();
    ASSERT_TRUE(wait([this] { return allocations().view().hasFocus(); }));
    allocations().select_row(row_named(allocations(), "stack"));
    QTest::keyClick(&allocations().view(), Qt::Key_Return);
    const auto& note = find<QLabel>("traffic_note");
    EXPECT_THAT(note.text().toStdString(), HasSubstr("stack holds nothing that the mesh shows"));
    EXPECT_THAT(note.text().toStdString(), Not(HasSubstr("colours the mesh by one row"))) << "it does not";
    EXPECT_EQ(pane().config(), before);
    EXPECT_EQ(pane().wanted_config(), before);
    allocations().select_row(0);
    QTest::keyClick(&allocations().view(), Qt::Key_Return);
    EXPECT_THAT(note.text().toStdString(), Not(HasSubstr("stack holds nothing")));
}

TEST_F(TrafficTest, AnAllocationThatIsAskedForIsSelected) {
    choose_gpu();
    const auto selected = [this] {
        const QModelIndex current = allocations().view().currentIndex();
        return current.isValid() ? allocations().sorted().mapToSource(current).row() : -1;
    };
    const int row = row_named(allocations(), "stack");
    ASSERT_NE(selected(), row);
    pane().guide().show_allocation("stack");
    EXPECT_EQ(selected(), row);
}

} // namespace
} // namespace hitmap
