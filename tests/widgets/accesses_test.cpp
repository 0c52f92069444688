#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/accesses/access_panel.h"
#include "widgets/base/format.h"
#include "widgets/mesh/ray_legend.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// The Accesses panel in the window.
class AccessesTest : public WindowFixture {
protected:
    AccessesTest() {
        window_->open(file_);
        EXPECT_TRUE(wait([this] { return pane().recording() != nullptr && !pane().stale(); }));
        raise("accesses_dock");
    }
    DataTable& table() { return find<DataTable>("accesses"); }
    int column(const char* csv_name) {
        const auto& columns = table().model().columns();
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].csv_name == QLatin1String(csv_name)) return static_cast<int>(i);
        throw std::runtime_error(std::string("no column ") + csv_name);
    }
    std::string cell(int row, const char* csv_name) {
        return cell_text(table().model().row(row).at(static_cast<std::size_t>(column(csv_name))))
            .toStdString();
    }
    int row_count() { return table().model().rowCount(); }
    /// Waits for rows whose results are known.
    bool listed() {
        return wait([this] {
            const auto known = static_cast<std::size_t>(column("l1_lookups"));
            for (int row = 0; row < std::min(row_count(), 100); ++row)
                if (table().model().row(row)[known].defined()) return true;
            return false;
        });
    }
    /// The first row of a kind of element.
    int row_of(const std::string& kind) {
        for (int row = 0; row < row_count(); ++row)
            if (cell(row, "kind") == kind) return row;
        throw std::runtime_error("no row of a " + kind);
    }
    void click(int row, bool twice = false) {
        QTableView& view = table().view();
        const int of_model = table().model().row_of_source(row).value();
        const QModelIndex index = table().sorted().mapFromSource(table().model().index(of_model, 0));
        view.scrollTo(index);
        const QPoint at(view.columnViewportPosition(view.columnAt(2)) + 4,
                        view.rowViewportPosition(index.row()) + 4);
        if (twice)
            QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
        else
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at);
    }
    /// A pixel whose ray meets a face, and the first face that it accesses.
    std::pair<std::uint32_t, std::uint32_t> pixel_and_face() {
        const Profile& profile = *pane().profile();
        for (std::uint32_t pixel = 0; pixel < 64 * 64; ++pixel) {
            const auto accesses = profile.pixel_accesses(pixel, {0, profile.positions()});
            for (const PixelAccess& access : accesses.value())
                if (access.kind == face_kind) return {pixel, access.element};
        }
        throw std::runtime_error("no ray meets a face");
    }
    std::string note() { return find<QLabel>("accesses_note").text().toStdString(); }
    std::string title() { return find<QLabel>("accesses_title").text().toStdString(); }
};

TEST_F(AccessesTest, OfAPixelAreThoseOfItsLanesInOrder) {
    EXPECT_EQ(title(), "Click a pixel in the framebuffer, or a face or a box, to list its accesses.");
    const std::uint32_t pixel = pixel_and_face().first;
    pane().set_selection(Selection{pixel_kind, pixel});
    ASSERT_TRUE(listed());
    const auto accesses = pane().profile()->pixel_accesses(pixel, {0, pane().profile()->positions()});
    ASSERT_TRUE(accesses);
    std::size_t next = 0;
    int others = 0;
    for (int row = 0; row < row_count(); ++row) {
        if (cell(row, "kind") == "–") {
            ++others;
            EXPECT_EQ(cell(row, "order"), "–") << "nodes and the stack are no elements";
            continue;
        }
        ASSERT_LT(next, accesses->size());
        const PixelAccess& access = (*accesses)[next++];
        EXPECT_EQ(cell(row, "element"), count_text(access.element).toStdString());
        EXPECT_EQ(cell(row, "order"), count_text(access.position).toStdString());
        EXPECT_EQ(cell(row, "ray_kind"), "primary");
    }
    EXPECT_EQ(next, accesses->size());
    EXPECT_GT(others, 0);
    EXPECT_NE(cell(row_of("face"), "source_line"), "–");
    EXPECT_EQ(cell(row_of("face"), "allocation"), "faces");
}

TEST_F(AccessesTest, ARowSelectsItsElementAndEnterListsIt) {
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(listed());
    const std::string of_pixel = title();
    const auto rows = row_count();
    const int row = row_of("face");
    const std::string face = cell(row, "element");
    click(row);
    ASSERT_TRUE(pane().choices().selection);
    EXPECT_EQ(pane().choices().selection->kind, face_kind);
    EXPECT_EQ(count_text(pane().choices().selection->element).toStdString(), face);
    EXPECT_EQ(row_count(), rows) << "the list stays";
    EXPECT_EQ(title(), of_pixel);
    click(row, true);
    ASSERT_TRUE(wait([&] { return title() != of_pixel && cell(0, "kind") == "face"; }));
    EXPECT_EQ(title().find("Face " + face), 0U) << title();
    for (int each = 0; each < row_count(); ++each)
        EXPECT_EQ(cell(each, "element"), face);
    QTest::mouseClick(&find<QPushButton>("accesses_back"), Qt::LeftButton);
    ASSERT_TRUE(wait([&] { return row_count() == rows; }));
    EXPECT_EQ(title(), of_pixel);
    EXPECT_EQ(pane().choices().selection->kind, pixel_kind);
    EXPECT_FALSE(find<QPushButton>("accesses_back").isEnabled());
}

TEST_F(AccessesTest, DrawsTheRayOfAPixelAndSaysThatItIsDerived) {
    EXPECT_EQ(pane().marks().rays(), nullptr);
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(wait([this] { return pane().marks().rays() != nullptr; }));
    ASSERT_EQ(pane().marks().rays()->rays.rays.size(), 1U);
    auto& legend = find<RayLegend>("ray_legend");
    ASSERT_TRUE(wait([&] { return legend.isVisible(); }));
    const std::string text = legend.text().toStdString();
    EXPECT_EQ(text.find("Primary rays: 1"), 0U) << text;
    EXPECT_NE(text.find("Rays are derived, not recorded"), std::string::npos) << text;
    EXPECT_NE(legend.toolTip().indexOf(QLatin1String("derived")), -1);
    QTest::mouseClick(&find<QCheckBox>("ray_segments"), Qt::LeftButton, {}, {8, 8});
    EXPECT_TRUE(wait([&] { return pane().marks().rays() == nullptr && !legend.isVisible(); }));
}

TEST_F(AccessesTest, KeysStepThroughTheRowsAndBoxesAndFacesAppear) {
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(listed());
    activate();
    const auto rows = row_count();
    const auto step = [this](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::AltModifier) {
        QTest::keyClick(&table().view(), key, modifiers);
    };
    const auto current = [this] { return table().view().currentIndex().row(); };
    QTest::mouseClick(&find<QCheckBox>("visited_only"), Qt::LeftButton, {}, {8, 8});
    EXPECT_TRUE(pane().choices().panel<RayDisplay>().visited);
    step(Qt::Key_Home);
    ASSERT_EQ(current(), 0);
    ASSERT_NE(pane().marks().trail(), nullptr);
    step(Qt::Key_Down);
    EXPECT_EQ(current(), 1);
    step(Qt::Key_Up);
    EXPECT_EQ(current(), 0);
    std::size_t visited = pane().marks().trail()->visited.size();
    int elements = 0;
    for (int before = -1; before != current(); ++elements) {
        before = current();
        step(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        EXPECT_GE(pane().marks().trail()->visited.size(), visited);
        EXPECT_EQ(table().view().selectionModel()->selectedRows().size(), 1);
        visited = pane().marks().trail()->visited.size();
        EXPECT_TRUE(pane().choices().selection);
        EXPECT_EQ(cell(current(), "kind") == "face", pane().choices().selection->kind == face_kind);
    }
    EXPECT_GT(elements, 2);
    step(Qt::Key_End);
    EXPECT_EQ(current(), rows - 1);
    EXPECT_EQ(pane().marks().trail()->visited.size(), visited) << "what follows the last element is of none";
    EXPECT_EQ(row_count(), rows) << "the list stays";
}

TEST_F(AccessesTest, UndoGoesBackToThePreviousAccess) {
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(listed());
    const auto rows = row_count();
    const int face = row_of("face");
    const int box = row_of("box");
    click(box);
    window_->session().undo(); // ends the present step of the history
    window_->session().redo();
    ASSERT_TRUE(listed());
    click(face);
    window_->session().undo();
    ASSERT_TRUE(wait([&] { return pane().choices().selection->kind == box_kind; }));
    EXPECT_EQ(row_count(), rows);
    EXPECT_EQ(table().sorted().mapToSource(table().view().currentIndex()).row(), box);
    window_->session().redo();
    ASSERT_TRUE(wait([&] { return pane().choices().selection->kind == face_kind; }));
    EXPECT_EQ(table().sorted().mapToSource(table().view().currentIndex()).row(), face);
}

TEST_F(AccessesTest, SearchesFilterAndStepsKeepToThem) {
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(listed());
    activate();
    auto& search = find<QLineEdit>("accesses_search");
    search.setFocus();
    QTest::keyClicks(&search, QStringLiteral("kind = face"));
    const int shown = table().sorted().rowCount();
    ASSERT_GT(shown, 0);
    ASSERT_LT(shown, row_count());
    QTest::keyClick(&search, Qt::Key_Home, Qt::AltModifier);
    for (int row = 0; row < shown; ++row) {
        EXPECT_EQ(pane().choices().selection->kind, face_kind);
        QTest::keyClick(&search, Qt::Key_Down, Qt::AltModifier);
    }
    search.clear();
    QTest::keyClicks(&search, QStringLiteral("/^(hit|miss|partly)$/"));
    EXPECT_GT(table().sorted().rowCount(), 0) << "loads of elements have a result";
    search.clear();
    QTest::keyClicks(&search, QStringLiteral("active lanes >= 33"));
    EXPECT_EQ(table().sorted().rowCount(), 0);
}

TEST_F(AccessesTest, OfAFaceNameThePixelsThatTouchedIt) {
    const auto [pixel, face] = pixel_and_face();
    pane().set_selection(Selection{face_kind, face});
    ASSERT_TRUE(listed());
    int of_pixel = 0;
    for (int row = 0; row < row_count(); ++row)
        if (cell(row, "pixel_x") == std::to_string(pixel % 64) &&
            cell(row, "pixel_y") == std::to_string(pixel / 64))
            ++of_pixel;
    EXPECT_GT(of_pixel, 0);
    EXPECT_NE(cell(0, "order"), "–");
    EXPECT_NE(cell(0, "lane"), "–");
    EXPECT_NE(cell(0, "source_line"), "–");
}

TEST_F(AccessesTest, TheMenuOfARowLeavesTheRowsThatAreLikeIt) {
    pane().set_selection(Selection{pixel_kind, pixel_and_face().first});
    ASSERT_TRUE(listed());
    const int row = row_of("face");
    const std::string line = cell(row, "source_line");
    const auto choose = [&](const QString& begin) {
        QMenu menu;
        Q_EMIT table().menu_wanted(&menu, row);
        for (QAction* action : menu.findChildren<QAction*>())
            if (action->text().startsWith(begin)) return action->trigger();
        FAIL() << begin.toStdString();
    };
    choose(QStringLiteral("Its &Source Line"));
    EXPECT_EQ(find<QLineEdit>("accesses_search").text().toStdString(), "Source line = " + line);
    const SortedTable& sorted = table().sorted();
    ASSERT_GT(sorted.rowCount(), 0);
    ASSERT_LT(sorted.rowCount(), row_count());
    for (int shown = 0; shown < sorted.rowCount(); ++shown)
        EXPECT_EQ(
            cell_text(sorted.shown_row(shown)[static_cast<std::size_t>(column("source_line"))]).toStdString(),
            line);
    choose(QStringLiteral("Its &Kind"));
    EXPECT_EQ(find<QLineEdit>("accesses_search").text().toStdString(),
              "Source line = " + line + ", Kind = face");
    choose(QStringLiteral("Its &Source Line"));
    choose(QStringLiteral("Its &Kind"));
    EXPECT_EQ(sorted.rowCount(), row_count());
}

TEST_F(AccessesTest, LongListsSortAndSearchInTheBackground) {
    const RecordingInfo& info = pane().recording()->info();
    std::uint32_t boxes = 0;
    while (info.allocations.at(boxes).role != Role::boxes)
        ++boxes;
    pane().show_accesses({.allocation = boxes});
    const TableModel& model = table().model();
    ASSERT_TRUE(wait([&] { return model.source() != nullptr && model.source()->size() > 2000; }));
    const std::size_t all = model.source()->size();
    EXPECT_EQ(note().find(count_text(all).toStdString()), 0U) << note();
    const auto address = static_cast<std::size_t>(column("address"));
    const auto cell_of = [&](int row) {
        return cell_number(model.source()->cell(static_cast<std::size_t>(model.source_row(row)), address));
    };
    table().view().sortByColumn(static_cast<int>(address), Qt::DescendingOrder);
    ASSERT_TRUE(
        wait([&] { return model.source_row(0) != 0 && *cell_of(0) > *cell_of(model.rowCount() - 1); }));
    for (int row = 1; row < model.rowCount(); ++row)
        ASSERT_GE(*cell_of(row - 1), *cell_of(row));
    QTest::keyClicks(&find<QLineEdit>("accesses_search"), QStringLiteral("kind = box"));
    ASSERT_TRUE(wait([&] { return static_cast<std::size_t>(model.rowCount()) < all; }));
    EXPECT_GT(model.rowCount(), 0);
    click(model.source_row(3));
    const auto chosen = pane().choices().selection;
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->kind, box_kind);
    const auto element = static_cast<std::size_t>(column("element"));
    const TableCell shown = model.source()->cell(static_cast<std::size_t>(model.source_row(3)), element);
    EXPECT_EQ(cell_number(shown), static_cast<double>(chosen->element));
}

TEST_F(AccessesTest, OfAnAllocationALineAndACacheLine) {
    pane().show_accesses({.allocation = 0});
    ASSERT_TRUE(wait([&] { return title().find("Allocation ") == 0 && table().model().rowCount() > 0; }));
    const auto allocation = static_cast<std::size_t>(column("allocation"));
    for (int row = 0; row < table().model().rowCount(); ++row)
        EXPECT_EQ(title(), "Allocation " + cell_text(table().model().row(row)[allocation]).toStdString());
    pane().set_selection(Selection{face_kind, pixel_and_face().second});
    ASSERT_TRUE(listed());
    const std::string line = cell(0, "source_line");
    pane().show_accesses({.line = line});
    ASSERT_TRUE(wait([&] { return title() == "Source line " + line && table().model().rowCount() > 0; }));
    const auto source_line = static_cast<std::size_t>(column("source_line"));
    for (int row = 0; row < table().model().rowCount(); ++row)
        EXPECT_EQ(cell_text(table().model().row(row)[source_line]).toStdString(), line);
    const Allocation* faces = nullptr;
    for (const Allocation& each : pane().recording()->info().allocations)
        if (each.role == Role::faces) faces = &each;
    ASSERT_NE(faces, nullptr);
    pane().show_accesses({.bytes = ByteRange{faces->address, 128}});
    ASSERT_TRUE(wait([&] { return title().find("128 bytes from ") == 0; }));
    EXPECT_NE(title().find("in faces, byte 0 of "), std::string::npos) << title();
    EXPECT_NE(title().find(", face 0"), std::string::npos) << title();
}

TEST_F(AccessesTest, FollowFramesAndNameTheLevelThatServed) {
    pane().set_selection(Selection{box_kind, 0});
    ASSERT_TRUE(listed());
    const auto rows = row_count();
    EXPECT_EQ(cell(0, "served"), "–") << "the stack distance cache model has no requests";
    pane().set_frames({4, 1});
    ASSERT_TRUE(wait([&] { return row_count() < rows; }));
    pane().set_frames({});
    ModelChoice gpu = pane().config();
    gpu.preset = "turing-rtx2080ti";
    gpu.l1 = parse_cache_geometry("64KiB:128/32:full");
    gpu.l2 = parse_cache_geometry("5632KiB:128/32:16");
    pane().simulate(gpu);
    ASSERT_TRUE(wait([&] { return row_count() == rows && cell(0, "served") == "DRAM"; })) << message();
}

TEST_F(AccessesTest, OfAnAddressNameItsBuffer) {
    const Allocation* faces = nullptr;
    for (const Allocation& each : pane().recording()->info().allocations)
        if (each.role == Role::faces) faces = &each;
    ASSERT_NE(faces, nullptr);
    const std::uint64_t byte = pixel_and_face().second * std::uint64_t{faces->stride} + 1;
    auto& edit = find<QLineEdit>("accesses_address");
    edit.setFocus();
    QTest::keyClicks(&edit, QStringLiteral("0x%1").arg(faces->address + byte, 0, 16));
    QTest::keyClick(&edit, Qt::Key_Return);
    ASSERT_TRUE(listed());
    const std::string place = "in faces, byte " + count_text(byte).toStdString() + " of ";
    EXPECT_NE(title().find(place), std::string::npos) << title();
    for (int row = 0; row < row_count(); ++row)
        EXPECT_EQ(cell(row, "allocation"), "faces");
    edit.clear();
    QTest::keyClicks(&edit, QStringLiteral("here"));
    QTest::keyClick(&edit, Qt::Key_Return);
    EXPECT_TRUE(wait([&] { return message().find("found \"here\"") != std::string::npos; })) << message();
}

} // namespace
} // namespace hitmap
