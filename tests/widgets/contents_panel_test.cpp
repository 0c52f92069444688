#include "core/cache/contents/eviction_sink.h"
#include "core/cache/contents/held_lines_sink.h"
#include "core/cache/contents/occupancy_sink.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/allocation_label.h"
#include "render/plot/plot_style.h"
#include "tests/widgets/hierarchy_session.h"
#include "widgets/base/format.h"
#include "widgets/contents/contents_panel.h"
#include "widgets/contents/eviction_matrix.h"
#include "widgets/contents/occupancy_plot.h"
#include "widgets/contents/set_picture.h"
#include "widgets/session/state/session_file.h"
#include "widgets/table/data_table.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// The panel alone in a window, driven by events.
class ContentsPanelTest : public HierarchySession {
protected:
    ContentsPanelTest() : panel_(pane()) {
        panel_.resize(700, 800);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
        EXPECT_TRUE(settle());
    }

    const OccupancyPlot& plot() { return child<OccupancyPlot>(panel_, "contents_plot"); }
    QTableView& matrix() { return child<QTableView>(panel_, "contents_matrix"); }
    EvictionMatrix& cells() { return dynamic_cast<EvictionMatrix&>(*matrix().model()); }
    QString note() { return child<QLabel>(panel_, "contents_note").text(); }
    bool settle() {
        return wait_for([this] { return !panel_.job().running() && !plot().empty(); });
    }
    void choose(const char* box, int row) {
        auto& choices = child<QComboBox>(panel_, box);
        choices.setFocus();
        QTest::keyClick(&choices, Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            QTest::keyClick(&choices, Qt::Key_Down);
    }
    /// Runs the simulation for one sink alone.
    void simulate_for(LineUseSink& sink) {
        const auto source =
            request_source(*pane().recording()->file, pane().pool(), 0, pane().recording()->scene);
        simulate_hierarchy(*source, hierarchy(), {.uses = &sink}, pane().pool());
    }
    std::vector<std::vector<std::uint64_t>> held_lines(Level level, std::optional<std::uint32_t> sm) {
        std::vector<std::uint64_t> ends;
        for (std::uint64_t moment = 0; moment < ContentsResults::most_moments; ++moment)
            ends.push_back(frame_window(info().positions(), ContentsResults::most_moments, moment).last);
        OccupancySink sink(info(), ends, sm);
        simulate_for(sink);
        std::vector<std::vector<std::uint64_t>> lines;
        sink.for_each_frame(level, [&](std::size_t, const auto& each) { lines.push_back(each); });
        capacity_ = static_cast<double>(sink.caches(level) * sink.lines_a_cache(level));
        return lines;
    }
    void expect_shares(Level level, std::optional<std::uint32_t> sm) {
        const auto lines = held_lines(level, sm);
        const auto& series = plot().data().series;
        ASSERT_FALSE(series.empty());
        for (std::size_t moment = 0; moment < lines.size(); ++moment) {
            double share = 0.0;
            for (const PlotSeries& each : series)
                share += each.points.at(moment).y;
            const auto held = std::accumulate(lines[moment].begin(), lines[moment].end(), std::uint64_t{0});
            EXPECT_NEAR(share, static_cast<double>(held) / capacity_, 1e-9) << moment;
        }
    }

    ContentsPanel panel_;
    double capacity_ = 1.0;
};

TEST_F(ContentsPanelTest, SharesOfTheCapacityAreThoseOfEachCache) {
    expect_shares(Level::l1, std::nullopt);
    choose("contents_level", 1);
    ASSERT_TRUE(settle());
    expect_shares(Level::l1, 0);
    auto& sm = child<QSpinBox>(panel_, "contents_sm");
    sm.setFocus();
    QTest::keyClick(&sm, Qt::Key_Up);
    EXPECT_EQ(pane().choices().panel<ContentsDisplay>().sm, 1U);
    ASSERT_TRUE(settle());
    expect_shares(Level::l1, 1);
    choose("contents_level", 2);
    ASSERT_TRUE(settle());
    expect_shares(Level::l2, std::nullopt);
    EXPECT_TRUE(note().contains(QStringLiteral("all requests and all sets"))) << note().toStdString();
}

TEST_F(ContentsPanelTest, TheMatrixIsThatOfEvictions) {
    EvictionSink sink(BoxLevels(info(), pane().recording()->scene));
    simulate_for(sink);
    const EvictionReport report = sink.report();
    const QAbstractItemModelTester tester(&cells());
    std::uint64_t evictions = 0;
    for (int row = 0; row < cells().rowCount(); ++row)
        for (int column = 0; column < cells().columnCount(); ++column)
            if (const EvictionCell* cell = cells().cell(row, column)) {
                evictions += cell->evictions;
                EXPECT_EQ(cells().index(row, column).data().toString(), count_text(cell->evictions));
                EXPECT_EQ(std::ranges::count(report.l1.allocations, *cell), 1);
            }
    std::uint64_t wanted = 0;
    for (const EvictionCell& cell : report.l1.allocations)
        wanted += cell.evictions;
    EXPECT_GT(wanted, 0U);
    EXPECT_EQ(evictions, wanted);
    choose("contents_value", 1);
    choose("contents_kind", 1);
    ASSERT_FALSE(report.l1.box_levels.empty());
    const EvictionCell& first = report.l1.box_levels.front();
    std::size_t found = 0;
    for (int column = 0; column < cells().columnCount(); ++column) {
        const EvictionCell* const cell = cells().cell(0, column); // the first row is that of the first cell
        if (cell == nullptr || !(*cell == first)) continue;
        ++found;
        EXPECT_EQ(cells().index(0, column).data().toString(), count_text(first.asked_again));
    }
    EXPECT_EQ(found, 1U);
    EXPECT_EQ(cells().headerData(0, Qt::Vertical).toString(), QStringLiteral("level %1").arg(*first.evicted));
}

TEST_F(ContentsPanelTest, TheOptimumIsBesideThePolicy) {
    OptimumSink sink;
    simulate_for(sink);
    const OptimumReport report = sink.report();
    const auto& table = child<DataTable>(panel_, "contents_optimum");
    ASSERT_EQ(table.sorted().rowCount(), 2);
    const auto& rows = const_cast<DataTable&>(table).model().rows(); // NOLINT: model() is not const
    const auto rate = [](std::uint64_t hits, std::uint64_t lookups) {
        return percentage(static_cast<double>(hits) / static_cast<double>(lookups));
    };
    EXPECT_EQ(cell_text(rows[0][1]), rate(report.l1.hits, report.l1.lookups));
    EXPECT_EQ(cell_text(rows[0][2]), rate(report.l1.optimal_hits, report.l1.lookups));
    EXPECT_EQ(cell_text(rows[1][2]), rate(report.l2.optimal_hits, report.l2.lookups));
    EXPECT_GT(report.l1.possible_gain(), 0U);
}

TEST_F(ContentsPanelTest, SetsShowTheLinesOfOneCache) {
    auto& tabs = child<QTabWidget>(panel_, "contents_part");
    QTest::keyClick(tabs.tabBar(), Qt::Key_Right);
    auto& picture = child<SetPicture>(panel_, "contents_sets");
    ASSERT_TRUE(wait_for([&] { return !panel_.job().running() && picture.cells() != nullptr; }));
    EXPECT_EQ(pane().choices().panel<ContentsDisplay>().part, ContentsPart::sets);

    std::vector<std::uint64_t> ends;
    for (std::uint64_t moment = 0; moment < ContentsResults::most_moments; ++moment)
        ends.push_back(frame_window(info().positions(), ContentsResults::most_moments, moment).last);
    HeldLinesSink sink(info(), BoxLevels(info(), pane().recording()->scene), {.moments = ends});
    simulate_for(sink);
    const HeldLines held = sink.take();
    ASSERT_EQ(picture.cells()->held().moments, held.moments);
    ASSERT_EQ(picture.cells()->rows(), held.sets * held.ways) << "the small cache has a row for each line";
    for (std::size_t moment : {std::size_t{0}, ends.size() - 1}) {
        std::size_t shown = 0;
        for (std::size_t row = 0; row < picture.cells()->rows(); ++row)
            if (const HeldLine* line = picture.cells()->line(moment, row)) {
                ++shown;
                EXPECT_EQ(std::ranges::count(held.moments[moment], *line), 1);
            }
        EXPECT_EQ(shown, held.moments[moment].size());
    }
    const std::vector<AxisTick> ticks = picture.time_ticks();
    ASSERT_GE(ticks.size(), 2U);
    EXPECT_EQ(ticks.front().text, count_text(ends.front()).toStdString());
    EXPECT_EQ(ticks.back().text, count_text(ends.back()).toStdString());
    const double width_of_moment =
        static_cast<double>(picture.place_of({1, 0}).x() - picture.place_of({0, 0}).x());
    for (std::size_t i = 1; i < ticks.size(); ++i)
        EXPECT_GT((ticks[i].place - ticks[i - 1].place) * (width_of_moment + 1.0),
                  picture.fontMetrics().horizontalAdvance(QString::fromStdString(ticks[i].text)))
            << "numbers do not touch";
    const SetPicture::Cell cell{20, 5};
    QTest::mouseClick(&picture, Qt::LeftButton, Qt::NoModifier, picture.place_of(cell));
    ASSERT_EQ(picture.cell(), cell);
    const auto of_set = std::ranges::count_if(
        held.moments[20], [&](const HeldLine& line) { return line.set == picture.cells()->set_of(5); });
    auto& table = child<DataTable>(panel_, "contents_lines");
    EXPECT_EQ(table.sorted().rowCount(), of_set);
    EXPECT_GT(of_set, 0);
    QTest::keyClick(&picture, Qt::Key_Down);
    EXPECT_EQ(picture.cell(), (SetPicture::Cell{20, 6}));
    EXPECT_EQ(picture.grab().toImage().pixelColor(picture.place_of({30, 12})), picture.colour_of({30, 12}));
    choose("contents_colour", 2);
    EXPECT_EQ(picture.cells()->colour(), SetColour::age);
    EXPECT_TRUE(note().contains(QStringLiteral("the L1 of SM 0"))) << note().toStdString();
    QTest::keyClick(&picture, Qt::Key_Return);
    EXPECT_NE(pane().choices().frames.first, 0U);
    choose("contents_level", 2);
    ASSERT_TRUE(wait_for(
        [&] { return picture.cells() != nullptr && picture.cells()->held().request.level == Level::l2; }));
}

TEST_F(ContentsPanelTest, AnAllocationHasOneColourInAllViews) {
    const auto look_in_shares = [this](const std::string& title) -> std::optional<std::size_t> {
        for (const PlotSeries& series : plot().data().series)
            if (series.title == title) return series.look;
        return std::nullopt;
    };
    const auto labels = allocation_labels(info());
    std::vector<std::optional<std::size_t>> looks;
    for (const std::string& label : labels)
        looks.push_back(look_in_shares(label));
    ASSERT_GT(std::ranges::count_if(looks, [](const auto& look) { return look.has_value(); }), 1);
    for (int level = 1; level <= 2; ++level) { // L1 of one SM, L2
        choose("contents_level", level);
        ASSERT_TRUE(settle());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const auto look = look_in_shares(labels[i]);
            EXPECT_TRUE(!look || !looks[i] || look == looks[i]) << labels[i];
        }
    }
    choose("contents_level", 1); // whose sets are all shown
    QTest::keyClick(child<QTabWidget>(panel_, "contents_part").tabBar(), Qt::Key_Right);
    auto& picture = child<SetPicture>(panel_, "contents_sets");
    ASSERT_TRUE(wait_for([&] { return !panel_.job().running() && picture.cells() != nullptr; }));
    int compared = 0;
    for (std::size_t moment = 0; moment < picture.cells()->moments(); ++moment)
        for (std::size_t row = 0; row < picture.cells()->rows(); ++row) {
            const HeldLine* const line = picture.cells()->line(moment, row);
            if (line == nullptr || line->allocation >= labels.size() || !looks[line->allocation]) continue;
            const Rgb colour = PlotStyle().colour(*looks[line->allocation]);
            EXPECT_EQ(picture.colour_of({moment, row}), QColor(colour.r, colour.g, colour.b));
            ++compared;
        }
    EXPECT_GT(compared, 0);
}

TEST_F(ContentsPanelTest, PlotsCanBeReadWhereThePanelIsLow) {
    panel_.resize(420, 320);
    QCoreApplication::processEvents();
    auto& scroll = child<QScrollArea>(panel_, "contents_scroll");
    EXPECT_TRUE(wait_for([&] { return plot().visibleRegion().boundingRect().height() >= 150; }));
    EXPECT_GE(matrix().height(), 100);
    EXPECT_GT(scroll.verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(scroll.horizontalScrollBar()->maximum(), 0);
    matrix().setFocus();
    scroll.ensureWidgetVisible(&matrix());
    EXPECT_FALSE(matrix().visibleRegion().isEmpty());
}

TEST_F(ContentsPanelTest, ChoicesAreUndoneAndStored) {
    session_.restore(session_.state()); // forgets that caches were chosen
    ASSERT_FALSE(session_.can_undo());
    choose("contents_level", 2);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    const ContentsDisplay display{ContentsPart::sets,       Level::l2,     3U, EvictionValue::dirty,
                                  EvictionKind::box_levels, SetColour::age};
    pane().set_panel(display);
    SessionDocument document;
    document.state = session_.state();
    const std::filesystem::path folder = folder_.path().toStdString();
    const ReadSession read = session_from_json(session_to_json(document, folder), folder / "a.hitmap");
    EXPECT_EQ(read.document.state.panes.at(0).choices.panel<ContentsDisplay>(), display);
    while (session_.can_undo())
        session_.undo();
    EXPECT_EQ(pane().choices().panel<ContentsDisplay>(), ContentsDisplay());
    EXPECT_EQ(child<QComboBox>(panel_, "contents_level").currentIndex(), 0);
}

TEST_F(ContentsPanelTest, TheStackDistanceModelHasNoContents) {
    pane().simulate(ModelChoice());
    ASSERT_TRUE(wait_for([this] { return pane().config().preset.empty(); }));
    EXPECT_FALSE(matrix().isVisible());
    EXPECT_TRUE(note().startsWith(QStringLiteral("The stack distance cache model has no sets")))
        << note().toStdString();
}

TEST_F(ContentsPanelTest, ReleasesContentsWhenAnotherModelIsChosenWhileItIsHidden) {
    ASSERT_TRUE(settle());
    panel_.hide();
    pane().simulate(ModelChoice());
    ASSERT_TRUE(wait_for([this] { return pane().config().preset.empty(); }));
    EXPECT_TRUE(plot().empty());
    panel_.show();
    EXPECT_TRUE(note().startsWith(QStringLiteral("The stack distance cache model has no sets")))
        << note().toStdString();
}

TEST_F(ContentsPanelTest, ReleasesAClosedRecordingWhileItIsHidden) {
    ASSERT_TRUE(settle());
    panel_.hide();
    const std::weak_ptr<const OpenRecording> before = pane().recording();
    pane().close();
    EXPECT_TRUE(wait_for([&] { return before.expired(); }));
}

} // namespace
} // namespace hitmap
