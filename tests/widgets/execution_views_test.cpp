#include "app/dialogs/settings/appearance.h"
#include "core/analysis/simt/simt_table.h"
#include "core/report/rows/execution_columns.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/state/session_file.h"
#include "widgets/simt/execution_results.h"
#include "widgets/simt/path_picture.h"
#include "widgets/simt/slot_plot.h"
#include "widgets/source/source_view.h"
#include "widgets/table/data_table.h"

#include <QtCore/QFile>
#include <QtCore/QTimer>
#include <QtGui/QContextMenuEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Tests the views of the SIMT panel that show execution events.
class ExecutionViewsTest : public WindowFixture {
protected:
    ExecutionViewsTest() { window_->resize(1200, 900); }

    void open_blocks() {
        const QString file = folder_.filePath(QStringLiteral("blocks.hmt"));
        write_tiny_recording_with_blocks(file.toStdString());
        window_->open(file);
        ASSERT_TRUE(settle());
        ThreadPool pool(1);
        expected_ = count_executions(pane().recording(), pool, {});
        raise("simt_dock");
    }
    QComboBox& view() { return find<QComboBox>("simt_view"); }
    DataTable& table(const char* name) { return find<DataTable>(name); }
    XyPlot& plot(const char* name) { return find<XyPlot>(name); }
    std::string note(const char* name) { return find<QLabel>(name).text().toStdString(); }
    void focus(QWidget& widget) {
        window_->activateWindow();
        widget.setFocus();
        ASSERT_TRUE(wait([&] { return widget.hasFocus(); }));
    }
    /// Chooses a view by keyboard.
    void choose(SimtView wanted) {
        focus(view());
        QTest::keyClick(&view(), Qt::Key_Home);
        for (int i = 0; i < static_cast<int>(wanted); ++i)
            QTest::keyClick(&view(), Qt::Key_Down);
        ASSERT_EQ(pane().choices().panel<SimtDisplay>().view, wanted);
    }
    /// Chooses a view and waits for its contents.
    void show(SimtView wanted, const char* content) {
        choose(wanted);
        ASSERT_TRUE(wait([&] { return find<QWidget>(content).isVisible(); })) << content;
    }
    void shoot(const char* name) {
        screenshot(name);
        apply_appearance(Appearance::dark);
        screenshot((std::string(name) + "-dark").c_str());
        apply_appearance(Appearance::system);
    }

    std::shared_ptr<const ExecutionResults> expected_;
};

TEST_F(ExecutionViewsTest, ARecordingWithoutEventsSaysHowToGetThem) {
    open_tiny();
    raise("simt_dock");
    choose(SimtView::lifetimes);
    ASSERT_TRUE(wait([this] { return !note("simt_missing").empty(); }));
    EXPECT_THAT(note("simt_missing"), HasSubstr("hitmap trace --blocks"));
    EXPECT_FALSE(find<QPushButton>("simt_record").isVisible()) << "a file is not made again";
    shoot("29-simt-no-events");
}

TEST_F(ExecutionViewsTest, ATracedMeshIsRecordedAgainWithBlocks) {
    window_->open(QStringLiteral("trace:--resolution=16x12 -- builtin:teapot?triangles=300"));
    ASSERT_TRUE(settle());
    raise("simt_dock");
    choose(SimtView::inactive_slots);
    auto& record = find<QPushButton>("simt_record");
    ASSERT_TRUE(wait([&] { return record.isVisible(); })) << note("simt_missing");
    QTest::mouseClick(&record, Qt::LeftButton);
    ASSERT_TRUE(settle());
    ASSERT_TRUE(wait([this] { return !table("simt_inactive").model().rows().empty(); })) << message();
    EXPECT_GT(pane().recording()->info().executions, 0U);
    EXPECT_EQ(pane().choices().panel<SimtDisplay>().view, SimtView::inactive_slots) << "the choice stays";
}

TEST_F(ExecutionViewsTest, InstructionsAreTheBlocksByFunctionAndLeadToTheirLines) {
    open_blocks();
    show(SimtView::instructions, "simt_blocks");
    const auto rows = block_rows(pane().recording()->info(), expected_->sums);
    ASSERT_EQ(table("simt_blocks").model().rows().size(), rows.size());
    const PlotData& data = plot("simt_hotspots").data();
    EXPECT_EQ(data.x.labels.size(), rows.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(cell_text(table("simt_blocks").model().rows()[i][0]).toStdString(), rows[i].name);
        for (const PlotSeries& series : data.series) {
            const bool own = series.title == rows[i].place->location.function;
            EXPECT_EQ(!std::isnan(series.points[i].y), own) << series.title << rows[i].name;
            if (own) largest = std::max(largest, series.points[i].y);
        }
    }
    EXPECT_EQ(largest, 1.0) << "normalised to the largest";
    EXPECT_THAT(note("simt_instruction_sum"), HasSubstr("SIMT efficiency over all instructions"));
    shoot("29-simt-instructions");

    // A row whose line accesses memory restricts the mesh.
    const RecordingInfo& info = pane().recording()->info();
    const auto has_access = [&](const ExecutionReportRow& row) {
        return std::ranges::any_of(info.instructions, [&](const Instruction& instruction) {
            return instruction.location.file == row.place->location.file &&
                   instruction.location.line == row.place->location.line;
        });
    };
    const auto chosen = std::ranges::find_if(rows, has_access);
    ASSERT_NE(chosen, rows.end());
    focus(table("simt_blocks").view());
    table("simt_blocks").select_row(static_cast<int>(chosen - rows.begin()));
    QTest::keyClick(&table("simt_blocks").view(), Qt::Key_Return);
    ASSERT_TRUE(pane().wanted_config().only.line.has_value());
    EXPECT_THAT(*pane().wanted_config().only.line,
                testing::EndsWith(":" + std::to_string(chosen->place->location.line)));
    ASSERT_TRUE(settle());
    QTest::keyClick(&table("simt_blocks").view(), Qt::Key_Return);
    EXPECT_TRUE(pane().wanted_config().only.empty()) << "again: everything";
    ASSERT_TRUE(settle());
    // The source has numbers, and text, in the hierarchy model.
    ModelChoice config = pane().config();
    config.preset = "turing-rtx2080ti";
    pane().simulate(config);
    ASSERT_TRUE(settle());
    focus(table("simt_blocks").view());
    QTest::keyClick(&table("simt_blocks").view(), Qt::Key_Return, Qt::ControlModifier);
    auto& text = find<SourceView>("source_text");
    EXPECT_TRUE(wait([&] { return text.isVisible() && text.current_line() == chosen->place->location.line; }))
        << text.current_line();
}

TEST_F(ExecutionViewsTest, AClickOnABarChoosesItsRow) {
    open_blocks();
    show(SimtView::instructions, "simt_hotspots");
    XyPlot& bars = plot("simt_hotspots");
    ASSERT_TRUE(wait([&] { return !bars.empty(); }));
    focus(bars);
    QTest::keyClick(&bars, Qt::Key_End);
    const int last = static_cast<int>(table("simt_blocks").model().rows().size()) - 1;
    EXPECT_THAT(bars.reading().toStdString(),
                HasSubstr(cell_text(table("simt_blocks").model().rows().back()[0]).toStdString()));
    QTest::keyClick(&bars, Qt::Key_Return);
    EXPECT_EQ(table("simt_blocks").view().currentIndex().row(), last);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, QPoint(bars.width() - 8, bars.height() / 3));
    EXPECT_EQ(table("simt_blocks").view().currentIndex().row(), last);
}

TEST_F(ExecutionViewsTest, InactiveSlotsByCauseAddUp) {
    open_blocks();
    show(SimtView::inactive_slots, "simt_inactive");
    const ExecutionSums& sums = expected_->sums;
    const auto functions = inactive_function_rows(pane().recording()->info(), sums);
    ASSERT_EQ(table("simt_inactive").model().rows().size(), functions.size() + 1);
    const auto slots = static_cast<double>(warp_size * sums.all.instructions);
    const PlotData& data = plot("simt_inactive_plot").data();
    ASSERT_EQ(data.series.size(), 3U);
    EXPECT_EQ(data.series[0].points[0].y, static_cast<double>(sums.inactive.early_return) / slots);
    EXPECT_EQ(data.series[1].points[0].y, static_cast<double>(sums.inactive.call) / slots);
    EXPECT_EQ(data.series[2].points[0].y, static_cast<double>(sums.inactive.control_flow) / slots);
    EXPECT_NEAR(data.series[0].points[0].y + data.series[1].points[0].y + data.series[2].points[0].y,
                1.0 - *sums.all.efficiency(warp_size), 1e-12);
    shoot("29-simt-inactive");
    auto& by = find<QComboBox>("simt_inactive_by");
    focus(by);
    QTest::keyClick(&by, Qt::Key_Down);
    EXPECT_EQ(table("simt_inactive").model().rows().size(), 2U) << "everything, and one launch";
    EXPECT_EQ(table("simt_inactive").model().columns()[0].title, QStringLiteral("Launch"));
}

TEST_F(ExecutionViewsTest, CompactionIsOfEverythingOfCallsAndOfEachBlock) {
    open_blocks();
    show(SimtView::compaction, "simt_compaction");
    const ExecutionSums& sums = expected_->sums;
    EXPECT_EQ(table("simt_compaction").model().rows().size(), 2 + sums.block_compaction.size());
    const PlotData& data = plot("simt_compaction_plot").data();
    EXPECT_THAT(data.title, HasSubstr("Everything"));
    ASSERT_EQ(data.series.at(0).points.size(), sums.compaction.size());
    EXPECT_EQ(data.series[0].points[0].y, 0.0) << "one warp saves nothing";
    const auto launch = static_cast<double>(sums.compaction.back().blocks.executions);
    const auto all = static_cast<double>(sums.all.executions);
    EXPECT_EQ(data.series[0].points.back().y, (all - launch) / all);
    EXPECT_EQ(data.series[1].points[0].y, *sums.all.efficiency(warp_size));
    EXPECT_EQ(data.x.labels.front(), "1");
    EXPECT_EQ(data.x.labels.back(), "launch");
    focus(table("simt_compaction").view());
    table("simt_compaction").select_row(1);
    QTest::keyClick(&table("simt_compaction").view(), Qt::Key_Down);
    EXPECT_THAT(data.title, HasSubstr(block_rows(pane().recording()->info(), sums).front().name));
    shoot("29-simt-compaction");
}

TEST_F(ExecutionViewsTest, LifetimesAreHistogramsOfWarpsAndThreads) {
    open_blocks();
    show(SimtView::lifetimes, "simt_warp_lifetimes");
    const auto total = [this](const char* name) {
        double sum = 0.0;
        for (const PlotPoint& point : plot(name).data().series.at(0).points)
            sum += point.y;
        return sum;
    };
    ASSERT_TRUE(wait([this] { return !plot("simt_warp_lifetimes").empty(); }));
    EXPECT_EQ(total("simt_warp_lifetimes"), 32 * 24 / 32);
    EXPECT_EQ(total("simt_thread_lifetimes"), 32 * 24);
    shoot("29-simt-lifetimes");
}

TEST_F(ExecutionViewsTest, WarpSlotsAreBarsThatLeadToTheirFrames) {
    open_blocks();
    show(SimtView::warp_slots, "simt_slots");
    auto& slots = find<SlotPlot>("simt_slots");
    ASSERT_TRUE(wait([&] { return !slots.empty(); }));
    auto& sm = find<QComboBox>("simt_sm");
    focus(sm);
    QTest::keyClick(&sm, Qt::Key_Down);
    EXPECT_EQ(pane().choices().panel<SimtDisplay>().sm, 1U);
    const auto of_sm = std::ranges::count(expected_->sums.lives, 1U, &WarpLife::sm);
    ASSERT_EQ(slots.data().series.at(0).points.size(), static_cast<std::size_t>(of_sm));
    EXPECT_THAT(slots.csv().toStdString(),
                testing::StartsWith("launch,sm,slot,warp,first_request,last_request,blocks,first_position,"));

    pane().set_frames({8, 0, 1});
    ASSERT_TRUE(settle());
    std::size_t late = 0;
    for (std::size_t i = 0; i < slots.data().series[0].points.size(); ++i)
        if (slots.life(i).first > slots.life(late).first) late = i;
    QTest::mouseClick(&slots, Qt::LeftButton, {}, slots.place_of(late));
    const std::uint64_t positions = pane().profile()->positions();
    const std::uint64_t first = std::min(slots.life(late).first, positions - 1);
    EXPECT_EQ(pane().choices().frames, (FrameRange{8, frame_of(positions, 8, first), 1}));
    EXPECT_THAT(slots.reading().toStdString(),
                HasSubstr("warp " + std::to_string(slots.life(late).life.warp) + " of launch 0"));
    ASSERT_TRUE(settle());
    shoot("29-simt-slots");
    focus(slots);
    QTest::keyClick(&slots, Qt::Key_Home);
    EXPECT_THAT(slots.reading().toStdString(), HasSubstr("slot 0"));
    QTest::keyClick(&slots, Qt::Key_Up);
    EXPECT_THAT(slots.reading().toStdString(), HasSubstr("slot 1"));
    QTest::keyClick(&slots, Qt::Key_Down);
    EXPECT_THAT(slots.reading().toStdString(), HasSubstr("slot 0"));
}

TEST_F(ExecutionViewsTest, ThreadPathsAreATableAndAPicture) {
    open_blocks();
    show(SimtView::thread_paths, "simt_path_picture");
    auto& picture = find<PathPicture>("simt_path_picture");
    ASSERT_TRUE(wait([&] { return !picture.image().isNull(); }));
    const PixelPaths& paths = expected_->paths;
    ASSERT_EQ(paths.paths.count, 2U) << "with and without a shadow ray";
    EXPECT_EQ(table("simt_paths").model().rows().size(), 2U);
    EXPECT_EQ(find<PathLegend>("simt_path_legend").entries().size(), 2);
    EXPECT_THAT(note("simt_path_facts"), HasSubstr("768 pixels have 2 different paths"));
    EXPECT_THAT(note("simt_path_facts"), HasSubstr("Of 24 warps, 24 groups of lanes begin the kernel"));
    const auto colour_at = [&](int x, int y) {
        const QColor colour = picture.image().pixelColor(x, y);
        return Rgb{static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
                   static_cast<std::uint8_t>(colour.blue())};
    };
    for (int y = 0; y < 24; ++y)
        for (int x = 0; x < 32; ++x)
            ASSERT_EQ(colour_at(x, y), path_colours()[paths.of_pixel[static_cast<std::size_t>(32 * y + x)]]);
    shoot("29-simt-paths");

    focus(table("simt_paths").view());
    table("simt_paths").select_row(0);
    QTest::keyClick(&table("simt_paths").view(), Qt::Key_Down);
    const auto first = static_cast<int>(std::ranges::find(paths.of_pixel, 0U) - paths.of_pixel.begin());
    EXPECT_TRUE(wait([&] { return colour_at(first % 32, first / 32) != path_colours()[0]; }))
        << "pixels of the other path fade";
    shoot("29-simt-path-outlined");

    const QRectF target = picture.target();
    const QPointF cell(target.width() / 32.0, target.height() / 24.0);
    const QPointF place = target.topLeft() + QPointF(5.5 * cell.x(), 3.5 * cell.y());
    QTest::mouseClick(&picture, Qt::LeftButton, {}, place.toPoint());
    EXPECT_EQ(selected_pixel(pane()), QPoint(5, 3));
    EXPECT_THAT(note("simt_path_pixel"), HasSubstr("Pixel 5, 3: path "));
}

TEST_F(ExecutionViewsTest, APlotIsSavedFromItsMenu) {
    open_blocks();
    show(SimtView::compaction, "simt_compaction_plot");
    XyPlot& curves = plot("simt_compaction_plot");
    ASSERT_TRUE(wait([&] { return !curves.empty(); }));
    struct Row {
        int action;
        const char* file;
        const char* begin;
    };
    for (const Row& row : {Row{0, "curves.svg", "<svg "}, Row{0, "curves.png", "\x89PNG"},
                           Row{1, "curves.csv", "series,window,share\n\"executions saved\",0,0\n"}}) {
        const QString file = folder_.filePath(QLatin1String(row.file));
        answer_file_dialog(file);
        QTimer::singleShot(200, window_.get(), [&row] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            ASSERT_NE(menu, nullptr);
            for (int i = 0; i <= row.action; ++i)
                QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(10, 10),
                                curves.mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(&curves, &event);
        QFile saved(file);
        ASSERT_TRUE(wait([&] { return saved.exists(); })) << row.file;
        ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
        EXPECT_THAT(saved.readAll().toStdString(), HasSubstr(row.begin)) << row.file;
    }
}

TEST_F(ExecutionViewsTest, TheViewIsUndoneAndStored) {
    open_blocks();
    Session& session = window_->session();
    ASSERT_TRUE(wait([&] { return !session.can_undo(); }));
    show(SimtView::lifetimes, "simt_warp_lifetimes");
    ASSERT_TRUE(wait([&] { return session.can_undo(); }));
    session.undo();
    EXPECT_EQ(pane().choices().panel<SimtDisplay>().view, SimtView::active_lanes);
    EXPECT_EQ(view().currentIndex(), 0);
    session.redo();
    EXPECT_EQ(view().currentIndex(), static_cast<int>(SimtView::lifetimes));
    SimtDisplay display{SimtView::warp_slots, 1};
    pane().set_panel(display);
    SessionDocument document;
    document.state = session.state();
    const std::filesystem::path folder = folder_.path().toStdString();
    const ReadSession read = session_from_json(session_to_json(document, folder), folder / "a.hitmap");
    EXPECT_EQ(read.document.state.panes.at(0).choices.panel<SimtDisplay>(), display);
}

TEST_F(ExecutionViewsTest, TablesOfActiveLanesLeadToFramesAndWarpSlots) {
    open_blocks();
    auto& by = find<QComboBox>("simt_by");
    auto& rows = table("simt_rows");
    const auto list = [&](SimtBy wanted, std::size_t count) {
        by.setCurrentIndex(by.findData(static_cast<int>(wanted)));
        ASSERT_TRUE(wait([&] { return rows.model().rows().size() == count; }));
        focus(rows.view());
    };
    list(SimtBy::launch, 2);
    rows.select_row(1);
    QTest::keyClick(&rows.view(), Qt::Key_Return);
    EXPECT_TRUE(wait([this] {
        return pane().choices().frames == FrameRange{16, 0, 16};
    })) << "the only launch takes all the time";
    ASSERT_TRUE(settle());
    list(SimtBy::bounce, 3);
    rows.select_row(2);
    QTest::keyClick(&rows.view(), Qt::Key_Return);
    EXPECT_EQ(pane().wanted_config().only.rays, (RaySelection{1, {}})) << "shadow rays are those of bounce 1";
    ASSERT_TRUE(settle());
    by.setCurrentIndex(by.findData(static_cast<int>(SimtBy::pixel)));
    QTest::mouseClick(&find<QPushButton>("simt_image"), Qt::LeftButton);
    EXPECT_TRUE(pane().shows_image());
    EXPECT_EQ(pane().choices().image.quantity, pixel_quantity_named("branching-rate"));
    list(SimtBy::sm, 3);
    rows.select_row(2);
    QTest::keyClick(&rows.view(), Qt::Key_Return);
    EXPECT_EQ(pane().choices().panel<SimtDisplay>(), (SimtDisplay{SimtView::warp_slots, 1}));
}

} // namespace
} // namespace hitmap
