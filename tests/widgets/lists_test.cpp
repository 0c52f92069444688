#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/comparison/comparison_panel.h"
#include "widgets/controls/elided_label.h"
#include "widgets/elements/region_table.h"
#include "widgets/elements/worst_panel.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/panels/statistics_panel.h"
#include "widgets/table/data_table.h"
#include "widgets/table/row_names.h"

#include <QtCore/QFile>
#include <QtCore/QLocale>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace hitmap {
namespace {

/// Tables, lists and panels of the active pane, tested in the window that contains them.
class ListsTest : public WindowFixture {
protected:
    ListsTest() {
        window_->open(file_);
        EXPECT_TRUE(wait([this] { return pane().recording() != nullptr && !pane().stale(); }));
    }
    DataTable& raise(const char* dock, const char* table) {
        WindowFixture::raise(dock);
        return find<DataTable>(table);
    }
};

TEST_F(ListsTest, ARowOfTheWorstPinsAndEnterFlies) {
    DataTable& worst = raise("worst_dock", "worst");
    ASSERT_TRUE(wait([&] { return !worst.model().rows().empty(); }));
    EXPECT_LE(worst.model().rows().size(), 100U);
    QTableView& view = worst.view();
    const QPoint second(20, view.rowViewportPosition(1) + 4);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, second);
    ASSERT_TRUE(pane().choices().selection);
    EXPECT_EQ(pane().choices().selection->kind, face_kind);
    EXPECT_EQ(worst.model().rows()[1].front(), count_cell(pane().choices().selection->element));
    const QSignalSpy flown(&pane().guide(), &PaneGuide::element_wanted);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, second);
    EXPECT_EQ(flown.count(), 1);
    window_->activateWindow();
    view.setFocus();
    ASSERT_TRUE(wait([&] { return view.hasFocus(); }));
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(worst.model().rows()[2].front(), count_cell(pane().choices().selection->element));
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(flown.count(), 2);
}

TEST_F(ListsTest, TheWorstFollowKindLevelAndFrame) {
    DataTable& worst = raise("worst_dock", "worst");
    ASSERT_TRUE(wait([&] { return !worst.model().rows().empty(); }));
    const auto shows = [&worst](const std::vector<TableRow>& other) { return worst.model().rows() != other; };
    const auto faces = worst.model().rows();
    find<QComboBox>("worst_kind").setCurrentIndex(1);
    ASSERT_TRUE(wait([&] { return shows(faces); }));
    const auto boxes = worst.model().rows();
    find<QComboBox>("worst_level").setCurrentIndex(1);
    ASSERT_TRUE(wait([&] { return shows(boxes); }));
    const auto by_l2 = worst.model().rows();
    pane().set_frames({8, 5});
    ASSERT_TRUE(wait([&] { return shows(by_l2); }));
    find<QComboBox>("worst_kind").setCurrentIndex(2);
    EXPECT_TRUE(wait([this] { return find<QLabel>("worst_note").isVisible(); }));
}

TEST_F(ListsTest, ARowOfTheWorstRegionsOutlinesItAndEnterFlies) {
    raise("worst_dock", "worst");
    auto& kind = find<QComboBox>("worst_kind");
    pane().set_selection(Selection{face_kind, 3});
    for (const char* listed : {"Patches of faces", "Subtrees of boxes"}) {
        kind.setCurrentIndex(kind.findText(QString::fromLatin1(listed)));
        DataTable& regions = find<DataTable>("worst_regions");
        ASSERT_TRUE(wait([&] { return regions.isVisible() && !regions.model().rows().empty(); })) << listed;
        EXPECT_FALSE(find<DataTable>("worst").isVisible());
        EXPECT_EQ(pane().marks().region(), nullptr) << listed;
        double before = *cell_number(regions.model().rows()[0][1]);
        for (const TableRow& row : regions.model().rows()) {
            EXPECT_LE(*cell_number(row[1]), before);
            before = *cell_number(row[1]);
        }
        QTableView& view = regions.view();
        const QPoint first(20, view.rowViewportPosition(0) + 4);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, first);
        ASSERT_TRUE(wait([this] { return pane().marks().region() != nullptr; })) << listed;
        EXPECT_FALSE(pane().marks().region()->outline->empty());
        EXPECT_EQ(pane().marks().region()->scene, pane().recording()->scene);
        EXPECT_EQ(pane().choices().selection, std::nullopt) << "one thing is pointed at";
        const QSignalSpy flown(&pane().guide(), &PaneGuide::bounds_wanted);
        const Camera from = pane().choices().view.camera;
        window_->activateWindow();
        view.setFocus();
        ASSERT_TRUE(wait([&] { return view.hasFocus(); }));
        QTest::keyClick(&view, Qt::Key_Return);
        EXPECT_TRUE(wait([&] { return flown.count() == 1; })) << listed;
        EXPECT_TRUE(wait([&] { return pane().choices().view.camera != from; })) << listed;
        QTest::qWait(300); // until the camera animation ends
    }
    kind.setCurrentIndex(0);
    EXPECT_EQ(pane().marks().region(), nullptr) << "another list";
    EXPECT_TRUE(find<DataTable>("worst").isVisible());
    EXPECT_EQ(find<QComboBox>("worst_level").count(), 2);
}

TEST_F(ListsTest, TheOutlinedRegionStaysWhereItIsListedAndIsSaidToBeGoneWhereNot) {
    DataTable& regions = raise("worst_dock", "worst_regions");
    auto& kind = find<QComboBox>("worst_kind");
    kind.setCurrentIndex(kind.findText(QStringLiteral("Subtrees of boxes")));
    const auto listed = [&] { return regions.isVisible() && regions.model().rows().size() > 1; };
    ASSERT_TRUE(wait(listed));
    regions.view().selectRow(1);
    ASSERT_TRUE(wait([this] { return pane().marks().region() != nullptr; }));
    const auto outlined = pane().marks().region();
    const TableCell element = regions.model().rows()[1].back();
    find<QComboBox>("worst_level").setCurrentText(QStringLiteral("L1 misses per area"));
    ASSERT_TRUE(wait(listed));
    ModelChoice config;
    config.l1 = parse_cache_geometry("1KiB:128:1");
    pane().simulate(config);
    ASSERT_TRUE(wait([&] { return !pane().stale() && listed(); }));
    auto& note = find<QLabel>("regions_note");
    const auto& rows = regions.model().rows();
    const bool still = std::ranges::any_of(rows, [&](const TableRow& row) { return row.back() == element; });
    if (still) {
        EXPECT_EQ(pane().marks().region(), outlined);
        EXPECT_EQ(regions.sorted().shown_row(regions.view().currentIndex().row()).back(), element);
    } else {
        EXPECT_EQ(pane().marks().region(), nullptr);
        EXPECT_THAT(note.text().toStdString(), testing::HasSubstr("is none of the worst any more"));
    }
    EXPECT_TRUE(still) << "the top of the tree is divided in the same way";
    // Checks lists that are empty: frames without misses, or frames with misses of other elements only.
    regions.view().selectRow(0);
    ASSERT_TRUE(wait([&] { return pane().marks().region() != nullptr; }));
    pane().set_frames({65536, 0, 1});
    ASSERT_TRUE(wait([&] { return pane().marks().region() == nullptr; }));
    EXPECT_TRUE(note.isVisible());
}

TEST_F(ListsTest, TheWorstSayOfWhichPaneAndOfWhatTheirSharesAre) {
    DataTable& worst = raise("worst_dock", "worst");
    ASSERT_TRUE(wait([&] { return !worst.model().rows().empty(); }));
    EXPECT_EQ(worst.model().columns()[3].title.toStdString(), "Of L1 misses");
    const auto& totals = pane().values()->headline;
    const std::string note = find<QLabel>("worst_note").text().toStdString();
    EXPECT_THAT(note, testing::StartsWith("Shares are of the " + misses_text(totals.l1).toStdString() +
                                          " L1 misses of faces, boxes and pixels in these frames"));
    const int top = worst.view().viewport()->mapToGlobal({0, 0}).y();
    // Rows keep their height for every kind of list, and whole misses are written as whole numbers.
    auto& kind = find<QComboBox>("worst_kind");
    for (const char* listed : {"Boxes", "Pixels", "Patches of faces", "Subtrees of boxes", "Faces"}) {
        kind.setCurrentIndex(kind.findText(QString::fromLatin1(listed)));
        const bool regions = kind.currentData().toInt() < 0;
        DataTable& table = find<DataTable>(regions ? "worst_regions" : "worst");
        ASSERT_TRUE(wait([&] { return table.isVisible(); })) << listed;
        QTest::qWait(50);
        EXPECT_TRUE(wait([&] { return table.view().viewport()->mapToGlobal({0, 0}).y() == top; })) << listed;
    }
    Pane& second = window_->session().add_pane();
    const auto label = [&] {
        std::string text;
        for (const ElidedLabel* each : window_->findChildren<ElidedLabel*>(QStringLiteral("worst_pane")))
            if (each->isVisible()) text = each->text().toStdString();
        return text;
    };
    ASSERT_TRUE(wait([&] { return label().starts_with("Pane B · tiny.hmt · L1 32KiB"); })) << label();
    ModelChoice config;
    config.preset = "turing-rtx2080ti";
    config.l1 = parse_cache_geometry("1KiB:128/32:4");
    config.l2 = parse_cache_geometry("1MiB:128/32:16");
    second.simulate(config);
    ASSERT_TRUE(wait([&] { return label().starts_with("Pane B · tiny.hmt · turing-rtx2080ti"); })) << label();
    window_->session().set_active(0);
    EXPECT_THAT(label(), testing::StartsWith("Pane A"));
}

TEST(RegionRows, WholeMissesAreWrittenWhole) {
    WorstRegion region;
    region.misses = 4669.0;
    region.sums = {std::uint64_t{331} * hit_unit, 5000, 0, 0};
    const TableRow row = region_rows({region}).front();
    EXPECT_EQ(cell_text(row[1]).remove(QLocale().groupSeparator()).toStdString(), "4669");
    EXPECT_EQ(cell_text(row[6]).toStdString(), "331");
    EXPECT_EQ(region_columns(1)[2].title.toStdString(), "Of L2 misses");
}

TEST_F(ListsTest, HeadersSortAndTheBoxSearches) {
    DataTable& worst = raise("worst_dock", "worst");
    ASSERT_TRUE(wait([&] { return worst.sorted().rowCount() > 3; }));
    QHeaderView& header = *worst.view().horizontalHeader();
    const auto click = [&](int column) {
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 8, header.height() / 2});
    };
    const auto index = [&](int row) { return *cell_number(worst.sorted().shown_row(row).front()); };
    click(0);
    EXPECT_LT(index(0), index(1));
    click(0);
    EXPECT_GT(index(0), index(1));
    auto& search = find<QLineEdit>("worst_search");
    QTest::keyClicks(&search, QStringLiteral("index < 100"));
    for (int row = 0; row < worst.sorted().rowCount(); ++row)
        EXPECT_LT(index(row), 100.0);
    search.clear();
    EXPECT_EQ(worst.sorted().rowCount(), worst.model().rowCount());
}

TEST_F(ListsTest, AnyTableIsSearchedWithCtrlF) {
    DataTable& traffic = raise("traffic_dock", "allocation_traffic");
    ASSERT_TRUE(wait([&] { return traffic.sorted().rowCount() > 4; }));
    const int all = traffic.sorted().rowCount();
    window_->activateWindow();
    traffic.view().setFocus();
    ASSERT_TRUE(wait([&] { return traffic.view().hasFocus(); }));
    QTest::keyClick(&traffic.view(), Qt::Key_F, Qt::ControlModifier);
    auto& search = find<QLineEdit>("allocation_traffic_search");
    ASSERT_TRUE(wait([&] { return search.hasFocus(); }));
    QTest::keyClicks(&search, QStringLiteral("/^faces|^boxes/"));
    EXPECT_EQ(traffic.sorted().rowCount(), 2);
    QTest::keyClick(&search, Qt::Key_Escape);
    EXPECT_EQ(traffic.sorted().rowCount(), all);
    EXPECT_FALSE(search.isVisible());
    EXPECT_TRUE(traffic.view().hasFocus());
    QTest::keyClick(&traffic.view(), Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(search.isVisible());
}

TEST_F(ListsTest, CopiesAndSavesATable) {
    DataTable& facts = find<DataTable>("recording_facts");
    QTableView& view = facts.view();
    window_->activateWindow();
    view.setFocus();
    ASSERT_TRUE(wait([&] { return view.hasFocus(); }));
    view.selectRow(0);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(),
              "Fact\tValue\tOrigin\nFile\ttiny.hmt\trecorded\n");
    const QString csv = folder_.filePath(QStringLiteral("facts.csv"));
    facts.save_csv(csv);
    ASSERT_TRUE(wait([this] { return message().find("Saved") != std::string::npos; })) << message();
    QFile saved(csv);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_THAT(saved.readAll().toStdString(),
                testing::StartsWith("fact,value,origin\nFile,tiny.hmt,recorded\n"));
}

TEST_F(ListsTest, AFullDiskAndAMissingFolderAreMessages) {
    DataTable& facts = find<DataTable>("recording_facts");
    const auto says = [this](const std::string& text) {
        return wait([&] { return message().find(text) != std::string::npos; });
    };
    facts.save_csv(QStringLiteral("/dev/full"));
    ASSERT_TRUE(says("/dev/full cannot be saved")) << message();
    EXPECT_THAT(message(), testing::HasSubstr("No space left on device"));
    facts.save_csv(folder_.filePath(QStringLiteral("nowhere/facts.csv")));
    ASSERT_TRUE(says("nowhere/facts.csv cannot be saved")) << message();
    EXPECT_THAT(message(), testing::HasSubstr("No such file or directory"));
    facts.save_csv(folder_.path());
    ASSERT_TRUE(says("it is a folder")) << message();
    EXPECT_THAT(message(), testing::HasSubstr("cannot be saved"));
}

TEST_F(ListsTest, TheSelectionHasNumbersAndButtons) {
    auto& panel = *window_->findChild<SelectionPanel*>();
    DataTable& table = find<DataTable>("selection");
    EXPECT_FALSE(table.isVisibleTo(&panel));
    pane().set_selection(Selection{box_kind, 0});
    EXPECT_THAT(find<QLabel>("selection_title").text().toStdString(), testing::StartsWith("Box 0"));
    ASSERT_TRUE(wait([&] { return table.model().rows().size() > 3; }));
    const auto whole = table.model().rows();
    pane().set_frames({16, 3});
    EXPECT_TRUE(wait([&] { return table.model().rows() != whole; }));
    const QSignalSpy flown(&pane().guide(), &PaneGuide::element_wanted);
    QTest::mouseClick(&find<QPushButton>("selection_fly"), Qt::LeftButton);
    EXPECT_EQ(flown.count(), 1);
    QTest::mouseClick(&find<QPushButton>("selection_clear"), Qt::LeftButton);
    EXPECT_FALSE(pane().choices().selection);
}

TEST_F(ListsTest, StatisticsAreOfTheFrameOrOfTheWhole) {
    DataTable& table = find<DataTable>("statistics");
    const std::size_t kinds = element_kinds().size() + 1;
    const std::size_t rows = kinds + pane().recording()->info().allocations.size();
    ASSERT_TRUE(wait([&] { return table.model().rows().size() == rows; }));
    const auto whole = table.model().rows();
    pane().set_frames({16, 3});
    ASSERT_TRUE(wait([&] { return table.model().rows() != whole; }));
    find<QComboBox>("statistics_over").setCurrentIndex(1);
    EXPECT_TRUE(wait([&] { return table.model().rows() == whole; }));
}

TEST_F(ListsTest, TablesFitNarrowDocks) {
    const int narrow = 340;
    const auto fits = [narrow](QWidget& panel, const char* name) {
        panel.resize(narrow, 500);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel, patience_ms));
        DataTable& table = *panel.findChild<DataTable*>(QString::fromLatin1(name));
        EXPECT_TRUE(wait([&] { return !table.model().rows().empty(); })) << name;
        QTest::qWait(100);
        EXPECT_EQ(panel.width(), narrow) << name;
        return &table.view();
    };
    StatisticsPanel statistics(pane());
    const QTableView* view = fits(statistics, "statistics");
    const int counts = 3; // hits of look-ups
    EXPECT_FALSE(view->isColumnHidden(counts));
    EXPECT_LE(view->columnViewportPosition(counts) + view->columnWidth(counts), view->viewport()->width())
        << "rates and their counts are in sight";
    window_->session().add_pane();
    ComparisonPanel comparison(window_->session());
    view = fits(comparison, "comparison");
    const int difference = 4; // after A and B
    EXPECT_LE(view->columnViewportPosition(difference) + view->columnWidth(difference),
              view->viewport()->width())
        << "both sides and their difference are in sight";
}

TEST_F(ListsTest, LongNamesOfRowsTakeTwoLines) {
    const QFontMetrics metrics(QApplication::font());
    const auto lines_of = [&](const char* name, const char* as_wide_as) {
        const int width = metrics.horizontalAdvance(QString::fromUtf8(as_wide_as));
        return RowNames::lines_of(QString::fromUtf8(name), metrics, width)
            .join(QLatin1Char('|'))
            .toStdString();
    };
    EXPECT_EQ(lines_of("Boxes", "(allocation)"), "Boxes");
    EXPECT_EQ(lines_of("boxes (allocation)", "(allocation)"), "boxes|(allocation)");
    EXPECT_EQ(lines_of("a b (allocation)", "(allocation)"), "a b|(allocation)");
    EXPECT_EQ(lines_of("boxes (allocation)", "boxes (allocation)"), "boxes (allocation)");
    EXPECT_EQ(lines_of("while_while.cpp:100", "while"), "while_while.cpp:100") << "nowhere to break it";
    EXPECT_EQ(lines_of("while_while.cpp:100 #10", "while"), "while_while.cpp:100 #10")
        << "nowhere that helps";
}

TEST_F(ListsTest, TheFirstColumnSortsByAClickAndStacksHaveAllInTheirToolTips) {
    StatisticsPanel panel(pane());
    panel.resize(340, 700);
    panel.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel, patience_ms));
    DataTable& table = *panel.findChild<DataTable*>(QStringLiteral("statistics"));
    ASSERT_TRUE(wait([&] { return table.model().rows().size() > element_kinds().size() + 1; }));
    QTableView& view = table.view();
    auto* corner = view.findChild<QWidget*>(QStringLiteral("statistics_view_corner"));
    ASSERT_NE(corner, nullptr);
    const auto name = [&](int row) {
        return view.model()->headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
    };
    EXPECT_EQ(name(0), QStringLiteral("All elements"));
    const QImage unsorted = corner->grab().toImage();
    QTest::mouseClick(corner, Qt::LeftButton);
    const int last = view.model()->rowCount() - 1;
    for (int row = 0; row < last; ++row)
        EXPECT_LE(QString::localeAwareCompare(name(row), name(row + 1)), 0) << row;
    const QImage rising = corner->grab().toImage();
    EXPECT_NE(rising, unsorted) << "no indicator";
    const QString first = name(0);
    QTest::mouseClick(corner, Qt::LeftButton);
    EXPECT_EQ(name(last), first);
    EXPECT_NE(corner->grab().toImage(), rising);
    const auto headings = [&] { return view.horizontalHeader()->grab().toImage(); };
    std::vector<QImage> pictures{headings()};
    for (const int column : {1, 2, 3, 4}) {
        view.sortByColumn(column, Qt::DescendingOrder);
        pictures.push_back(headings());
        for (std::size_t i = 0; i + 1 < pictures.size(); ++i)
            EXPECT_NE(pictures[i], pictures.back()) << "the same indicator for " << column;
    }
    EXPECT_FALSE(view.model()->headerData(0, Qt::Vertical, Qt::ToolTipRole).toString().isEmpty());
    table.set_rows(table.model().rows());
    view.sortByColumn(-1, Qt::AscendingOrder);
    const QModelIndex rate = view.model()->index(0, 1);
    EXPECT_EQ(rate.data().toString().count(QLatin1Char('\n')), 1);
    const std::string tip = rate.data(Qt::ToolTipRole).toString().toStdString();
    EXPECT_THAT(tip, testing::HasSubstr("L1 rate: "));
    EXPECT_THAT(tip, testing::HasSubstr("L2 rate: "));
    EXPECT_THAT(tip, testing::HasSubstr(hits_of_lookups_text(pane().values()->headline.l1).toStdString()));
}

TEST_F(ListsTest, CachePartsAndTextAreOne) {
    const auto text = [this] { return find<CacheLevelEdit>("l1_level").text().toStdString(); };
    auto& ways = find<QLineEdit>("l1_ways");
    auto& capacity = find<QLineEdit>("l1_capacity");
    capacity.setText(QStringLiteral("16KiB:64:4"));
    EXPECT_EQ(find<QComboBox>("l1_line").currentData().toUInt(), 64U);
    EXPECT_EQ(ways.text(), QStringLiteral("4"));
    ways.setText(QStringLiteral("full"));
    EXPECT_EQ(capacity.text(), QStringLiteral("16 KiB")) << "the text has gone to its parts";
    EXPECT_EQ(text(), "16KiB:64:full");
    capacity.setText(QStringLiteral("nothing"));
    EXPECT_THAT(find<QLabel>("l1_note").text().toStdString(), testing::HasSubstr("L1"));
    EXPECT_FALSE(find<QPushButton>("apply_button").isEnabled());
    capacity.setText(QStringLiteral("1 KiB"));
    QTest::keyClick(&ways, Qt::Key_Return);
    ASSERT_TRUE(wait([this] { return !pane().stale(); }));
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("1KiB:64:full"));
}

TEST_F(ListsTest, ComparesEachFurtherPaneWithTheBaseline) {
    DataTable& table = raise("comparison_dock", "comparison");
    Session& session = window_->session();
    for (const char* const cache : {"1KiB:128:1", "4KiB:128:1"}) {
        ModelChoice config;
        config.l1 = parse_cache_geometry(cache);
        session.add_pane().simulate(config);
        ASSERT_TRUE(wait([&] { return !session.active().stale(); }));
    }
    const auto columns = [&] {
        std::string titles;
        for (const TableColumn& column : table.model().columns())
            titles += plain_text(column.title) + "|";
        return titles;
    };
    const auto shown = [&](const char* letters) {
        return wait([&] { return columns().find(letters) != std::string::npos; });
    };
    ASSERT_TRUE(shown("|C|C \u2212 A|Change C|")) << columns();
    ASSERT_TRUE(wait([&] { return !table.model().rows().empty(); }));
    const auto of_c = [&](std::size_t first) {
        std::map<std::string, std::string> values;
        for (const TableRow& row : table.model().rows())
            values[plain_text(cell_text(row[0])) + plain_text(cell_text(row[1]))] =
                plain_text(cell_text(row[first])) + " " + plain_text(cell_text(row[first + 1])) + " " +
                plain_text(cell_text(row[first + 2]));
        return values;
    };
    // After A, B, B - A, change, unit and better. A new pane has the numbers of B until its own cache is
    // simulated.
    ASSERT_TRUE(wait([&] { return of_c(8) != of_c(3); }));
    const auto as_further = of_c(8);
    ASSERT_GT(as_further.size(), 5U);
    // The same numbers as if C were chosen to be compared with A.
    find<QComboBox>("comparison_compared").setCurrentIndex(2);
    ASSERT_TRUE(shown("|A|C|C \u2212 A|")) << columns();
    ASSERT_TRUE(wait([&] { return of_c(3) == as_further; }))
        << testing::PrintToString(of_c(3)) << testing::PrintToString(as_further);
    find<QComboBox>("comparison_division").setCurrentIndex(2); // roles
    auto& parts = find<DataTable>("comparison_parts");
    ASSERT_TRUE(wait([&] { return !parts.model().rows().empty(); }));
    ASSERT_EQ(parts.model().columns().size(), 9U);
    for (const TableRow& row : parts.model().rows())
        EXPECT_EQ(row.size(), 9U);
    session.remove_pane(2);
    ASSERT_TRUE(wait([&] { return parts.model().columns().size() == 6U; }));
}

TEST_F(ListsTest, ComparesTwoPanes) {
    DataTable& table = raise("comparison_dock", "comparison");
    auto& note = find<QLabel>("comparison_note");
    auto& show = find<QCheckBox>("show_on_compared");
    EXPECT_TRUE(note.isVisible());
    EXPECT_FALSE(show.isEnabled());
    Pane& a = pane();
    Pane& b = window_->session().add_pane();
    ASSERT_TRUE(wait([&] { return !table.model().rows().empty(); }));
    const auto same = table.model().rows();
    ModelChoice config;
    config.l1 = parse_cache_geometry("1KiB:128:1");
    b.simulate(config);
    ASSERT_TRUE(wait([&] { return table.model().rows() != same; }));
    EXPECT_FALSE(note.isVisible()) << "the same mesh";
    ASSERT_TRUE(show.isEnabled());
    show.click();
    EXPECT_EQ(b.reference(), &a);
    EXPECT_EQ(a.reference(), nullptr);
    ASSERT_TRUE(wait([&] { return b.values()->difference; }));
    show.click();
    EXPECT_EQ(b.reference(), nullptr);
    find<QCheckBox>("show_on_baseline").click();
    EXPECT_EQ(a.reference(), &b);
    window_->session().remove_pane(1);
    EXPECT_TRUE(note.isVisible());
    EXPECT_TRUE(table.model().rows().empty());
}

} // namespace
} // namespace hitmap
