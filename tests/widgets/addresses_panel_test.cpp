#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/elements/element_address.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/widgets/hierarchy_session.h"
#include "widgets/accesses/addresses_panel.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/frames_over.h"
#include "widgets/session/state/session_file.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// The panel alone in a window, driven by events.
class AddressesPanelTest : public HierarchySession {
protected:
    AddressesPanelTest() : panel_(pane()) {
        panel_.resize(1240, 800); // a cell is wider than a pixel
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
        panel_.activateWindow();
        plot().setFocus();
        EXPECT_TRUE(wait_for([this] { return plot().hasFocus(); }));
        EXPECT_TRUE(settle());
    }

    AddressPlot& plot() { return child<AddressPlot>(panel_, "addresses_plot"); }
    QString note() { return child<QLabel>(panel_, "addresses_note").text(); }
    const AddressDisplay& display() { return pane().choices().panel<AddressDisplay>(); }
    const AddressMap& map() { return plot().counts()->map; }
    std::vector<AddressRow> rows() { return {map().axis().rows().begin(), map().axis().rows().end()}; }
    /// Waits until what is shown is counted.
    bool settle() {
        return wait_for([this] {
            const auto& counts = plot().counts();
            return !panel_.job().running() && counts != nullptr && !counts->is_estimate &&
                   counts->request.answers(address_request(pane().simulation(), display()));
        });
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&plot(), static_cast<Qt::Key>(key), modifiers);
    }
    /// Moves the pointer to a cell.
    void point_at(const AddressCell& cell) {
        QTest::mouseMove(&plot(), {2, 2}); // the pointer may be there already
        QTest::mouseMove(&plot(), plot().place_of(cell));
    }
    void turn_wheel(const AddressCell& at, int notches, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint place = plot().place_of(at);
        QWheelEvent event(place, plot().mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot(), &event);
    }
    void drag(const AddressCell& from, const AddressCell& to) {
        QTest::mousePress(&plot(), Qt::LeftButton, {}, plot().place_of(from));
        // QTest::mouseMove() presses no button.
        QMouseEvent move(QEvent::MouseMove, plot().place_of(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&plot(), &move);
        QTest::mouseRelease(&plot(), Qt::LeftButton, {}, plot().place_of(to));
    }
    AddressCell cell_with_sectors() {
        for (std::size_t row = 0; row < rows().size(); ++row)
            for (std::uint64_t interval = 0; interval < map().intervals(); ++interval)
                if (map().cell(row, interval).l1_lookups > 1) return {row, interval};
        ADD_FAILURE() << "no cell has look-ups";
        return {};
    }

    AddressesPanel panel_;
};

TEST_F(AddressesPanelTest, CellsAddUpToTheTableOfAllocations) {
    AddressSums sum;
    for (std::size_t row = 0; row < rows().size(); ++row)
        for (std::uint64_t interval = 0; interval < map().intervals(); ++interval)
            sum += map().cell(row, interval);
    HierarchyConfig config = hierarchy();
    const auto source =
        request_source(*pane().recording()->file, pane().pool(), 0, pane().recording()->scene);
    const HierarchyResult all = simulate_hierarchy(*source, config, {}, pane().pool());
    EXPECT_EQ(sum.sectors + map().sectors_outside, all.total.sectors);
    EXPECT_EQ(sum.l1_hits, all.total.l1_hits());
    EXPECT_TRUE(note().contains(QStringLiteral("everything counts"))) << note().toStdString();
}

TEST_F(AddressesPanelTest, ReadsCellsByPointerAndKeys) {
    const AddressCell cell = cell_with_sectors();
    point_at(cell);
    ASSERT_TRUE(wait_for([&] { return plot().cell() == cell; }));
    const AddressSums& sums = map().cell(cell.row, cell.interval);
    const QString reading = child<QLabel>(panel_, "addresses_reading").text();
    EXPECT_EQ(reading, reading_of(*plot().counts(), cell));
    const std::string hits =
        count_text(sums.l1_hits).toStdString() + " of " + count_text(sums.l1_lookups).toStdString();
    EXPECT_NE(reading.toStdString().find(hits), std::string::npos) << reading.toStdString();
    press(Qt::Key_Right);
    EXPECT_EQ(plot().cell(), (AddressCell{cell.row, cell.interval + 1}));
}

TEST_F(AddressesPanelTest, TheWheelZoomsDownToLinesAndBackOut) {
    const AddressCell cell = cell_with_sectors();
    const AddressRow target = rows()[cell.row];
    const TimeWindow time = window_of(map(), cell);
    for (int notch = 0; notch < 60; ++notch) {
        const auto shown = rows();
        const auto row = std::ranges::find_if(shown, [&](const AddressRow& each) {
            return each.allocation == target.allocation && each.first <= target.first &&
                   target.first < each.last;
        });
        ASSERT_NE(row, shown.end()) << "the line at the pointer stays, notch " << notch;
        const std::uint64_t interval = map().interval_of(std::max(time.first, map().first_of(0)));
        turn_wheel({static_cast<std::size_t>(row - shown.begin()), interval}, 1);
    }
    EXPECT_TRUE(plot().counts()->is_estimate) << "older cells are stretched until the new ones are counted";
    ASSERT_TRUE(settle());
    EXPECT_EQ(map().axis().row_bytes(), hierarchy().l1.line);
    EXPECT_LE(rows().size(), 2U) << "a line, or two on both sides of a gap";
    EXPECT_EQ(plot().counts()->request.time.count(), 1U);
    for (int notch = 0; notch < 80; ++notch)
        turn_wheel({0, 0}, -1);
    EXPECT_EQ(display(), AddressDisplay());
    ASSERT_TRUE(settle());
}

TEST_F(AddressesPanelTest, AxesZoomApartAndKeysShowEverything) {
    press(Qt::Key_PageUp);
    EXPECT_FALSE(display().addresses.is_everything());
    EXPECT_FALSE(display().time);
    press(Qt::Key_Home);
    EXPECT_EQ(display(), AddressDisplay());
    turn_wheel({3, 3}, 2, Qt::ShiftModifier);
    EXPECT_TRUE(display().addresses.is_everything());
    ASSERT_TRUE(display().time);
    const TimeWindow before = *display().time;
    press(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_GT(display().time->first, before.first);
    EXPECT_EQ(display().time->count(), before.count());
    QTest::mouseClick(&child<QPushButton>(panel_, "addresses_everything"), Qt::LeftButton);
    EXPECT_EQ(display(), AddressDisplay());
}

TEST_F(AddressesPanelTest, DraggingShowsAPartWhichIsUndoneAndStored) {
    session_.restore(session_.state()); // forgets that caches were chosen
    ASSERT_FALSE(session_.can_undo());
    const AddressCell from{2, 10};
    const AddressCell to{5, 40};
    const auto all = rows();
    const std::uint64_t first = map().first_of(from.interval);
    const std::uint64_t last = map().first_of(to.interval + 1);
    drag(from, to);
    EXPECT_EQ(display().addresses, (AddressRange{all[from.row].first, all[to.row].last}));
    EXPECT_EQ(display().time, (TimeWindow{first, last}));
    ASSERT_TRUE(settle());
    EXPECT_EQ(rows().front().first, all[from.row].first);
    const AddressDisplay part = display();
    SessionDocument document;
    document.state = session_.state();
    const std::filesystem::path folder = folder_.path().toStdString();
    const ReadSession read = session_from_json(session_to_json(document, folder), folder / "a.hitmap");
    EXPECT_EQ(read.document.state.panes.at(0).choices.panel<AddressDisplay>(), part);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    session_.undo();
    EXPECT_EQ(display(), AddressDisplay());
    session_.redo();
    EXPECT_EQ(display(), part);
}

TEST_F(AddressesPanelTest, AllocationsAndQuantitiesAreChosen) {
    auto& allocation = child<QComboBox>(panel_, "addresses_allocation");
    allocation.setFocus();
    QTest::keyClick(&allocation, Qt::Key_Down);
    const Allocation& first = info().allocations[static_cast<std::size_t>(allocation.itemData(1).toInt())];
    EXPECT_EQ(display().addresses, extent_of(first));
    auto& quantity = child<QComboBox>(panel_, "addresses_quantity");
    quantity.setFocus();
    while (display().quantity->name != "l1-conflict-misses")
        QTest::keyClick(&quantity, Qt::Key_Down);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(plot().counts()->request.explained);
    for (const AddressRow& row : rows())
        EXPECT_EQ(&info().allocations[row.allocation], &first);
    for (std::size_t row = 0; row < rows().size(); ++row)
        for (std::uint64_t interval = 0; interval < map().intervals(); ++interval) {
            const AddressSums& cell = map().cell(row, interval);
            ASSERT_EQ(cell.l1_misses.cold + cell.l1_misses.capacity + cell.l1_misses.conflict,
                      cell.l1_lookups - cell.l1_hits);
        }
}

TEST_F(AddressesPanelTest, EnterListsTheAccessesBehindACell) {
    bool is_asked = false;
    QObject::connect(&pane().guide(), &PaneGuide::accesses_wanted, [&] { is_asked = true; });
    const AddressCell cell = cell_with_sectors();
    point_at(cell);
    ASSERT_TRUE(wait_for([&] { return plot().cell() == cell; }));
    const AddressRow row = rows()[cell.row];
    const TimeWindow window = window_of(map(), cell);
    press(Qt::Key_Return);
    EXPECT_TRUE(is_asked);
    ASSERT_TRUE(pane().choices().accesses);
    EXPECT_EQ(pane().choices().accesses->subject.bytes, (ByteRange{row.first, row.last - row.first}));
    const TimeWindow frames = frame_range_window(info().positions(), pane().choices().frames);
    EXPECT_LE(frames.first, window.first);
    EXPECT_GE(frames.last, window.last);
    EXPECT_LE(frames.count(), 3 * window.count() + 2);
}

TEST_F(AddressesPanelTest, TheSelectedElementMarksItsRow) {
    EXPECT_FALSE(plot().marked_row());
    pane().set_selection(Selection{face_kind, 3});
    const auto address = element_address(info(), face_kind, 3);
    ASSERT_TRUE(address);
    ASSERT_TRUE(plot().marked_row());
    const AddressRow row = rows()[*plot().marked_row()];
    EXPECT_EQ(info().allocations[row.allocation].role, Role::faces);
    EXPECT_TRUE(row.first <= *address && *address < row.last);
    const AddressCell cell{*plot().marked_row(), 0};
    point_at(cell);
    ASSERT_TRUE(wait_for([&] { return plot().cell() == cell; }));
    QContextMenuEvent event(QContextMenuEvent::Mouse, plot().place_of(cell),
                            plot().mapToGlobal(plot().place_of(cell)));
    QApplication::sendEvent(&plot(), &event);
    auto& menu = child<QMenu>(panel_, "addresses_menu");
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&menu, patience_ms));
    QTest::keyClick(&menu, Qt::Key_S);
    ASSERT_TRUE(wait_for([this] { return !display().addresses.is_everything(); }));
    ASSERT_TRUE(settle());
    ASSERT_TRUE(plot().marked_row());
    EXPECT_EQ(map().axis().row_bytes(), hierarchy().l1.line);
    pane().set_selection(Selection{box_kind, 0});
    EXPECT_FALSE(plot().marked_row());
    EXPECT_TRUE(note().contains(QStringLiteral("box is at an address that is not shown")))
        << note().toStdString();
}

TEST_F(AddressesPanelTest, TheStackDistanceModelHasNoAddresses) {
    pane().simulate(ModelChoice());
    ASSERT_TRUE(wait_for([this] { return pane().config().preset.empty(); }));
    EXPECT_FALSE(plot().isVisible());
    EXPECT_TRUE(note().startsWith(QStringLiteral("The stack distance cache model looks up elements alone")))
        << note().toStdString();
    use_gpu();
    EXPECT_TRUE(settle());
    EXPECT_TRUE(plot().isVisible());
}

TEST(AddressScale, LeavesOutWhatLiesBetweenAllocations) {
    RecordingInfo info;
    for (const auto& [address, bytes] : {std::pair{0x4000U, 0x100U}, {0x1000U, 0x200U}, {0x1180U, 0x100U}}) {
        Allocation& each = info.allocations.emplace_back();
        each.address = address;
        each.bytes = bytes;
    }
    info.allocations.emplace_back().space = Space::local;
    info.allocations.back().bytes = 64;
    const AddressScale scale(info);
    EXPECT_EQ(scale.bytes(), 0x380U) << "what overlaps counts once";
    EXPECT_EQ(scale.offset_of(0x4010), 0x290U);
    EXPECT_EQ(scale.offset_of(0x2000), 0x280U);
    EXPECT_EQ(scale.offset_of(0), 0U);
    for (std::uint64_t offset = 0; offset < scale.bytes(); ++offset)
        ASSERT_EQ(scale.offset_of(scale.address_at(offset)), offset);
    EXPECT_EQ(scale.range_of({0x200, 0x280}), (AddressRange{0x1200, 0x1280})) << "ends before the gap";
    EXPECT_EQ(scale.part_of(AddressRange{}), (ShownPart{0, 0x380}));
    EXPECT_TRUE(scale.range_of({0, 0x380}).is_everything());
}

TEST(AddressScale, AFewBytesAreInFewLines) {
    EXPECT_EQ(lines_around({0x1000, 0x1100}, 0x1080, 128), (AddressRange{0x1000, 0x1100}));
    EXPECT_EQ(lines_around({0x1040, 0x10c0}, 0x1040, 128), (AddressRange{0x1000, 0x1080}));
    EXPECT_EQ(lines_around({0x1040, 0x10c0}, 0x1090, 128), (AddressRange{0x1080, 0x1100}));
    EXPECT_TRUE(lines_around({}, 5, 128).is_everything());
}

TEST(ShownPart, ZoomsAtAnAnchorAndStaysInside) {
    const ShownPart all{0, 1000};
    EXPECT_EQ(zoomed(all, 1000, 2.0, 500, 1), (ShownPart{250, 750}));
    EXPECT_EQ(zoomed(all, 1000, 4.0, 0, 1), (ShownPart{0, 250}));
    EXPECT_EQ(zoomed({250, 750}, 1000, 0.5, 600, 1), all);
    EXPECT_EQ(zoomed({500, 501}, 1000, 0.9, 500, 1).count(), 2U) << "one position can be left again";
    EXPECT_EQ(zoomed(all, 1000, 1e9, 999, 128).count(), 128U);
    EXPECT_EQ(moved({100, 200}, 1000, 0.5), (ShownPart{150, 250}));
    EXPECT_EQ(moved({100, 200}, 1000, -9.0), (ShownPart{0, 100}));
    EXPECT_EQ(moved({100, 200}, 1000, 99.0), (ShownPart{900, 1000}));
}

TEST(FramesOver, OverlapWithTheWindow) {
    EXPECT_EQ(frames_over({0, 512}, 512), FrameRange());
    for (std::uint64_t first = 0; first < 100; first += 7)
        for (std::uint64_t last = first + 1; last <= 100; last += 11) {
            const FrameRange frames = frames_over({first, last}, 100);
            const TimeWindow window = frame_range_window(100, frames);
            EXPECT_TRUE(window.first <= first && last <= window.last) << first << ' ' << last;
            EXPECT_LE(frames.count, 3U);
        }
    EXPECT_EQ(frames_over({5, 6}, std::uint64_t{1} << 40).total, FrameRange::most_frames);
}

TEST_F(AddressesPanelTest, ReleasesAClosedRecordingWhileItIsHidden) {
    ASSERT_TRUE(settle());
    panel_.hide();
    const std::weak_ptr<const OpenRecording> before = pane().recording();
    pane().close();
    EXPECT_TRUE(wait_for([&] { return before.expired(); }));
}

} // namespace
} // namespace hitmap
