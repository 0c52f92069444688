#include "tests/widgets/common.h"
#include "widgets/comparison/compared_cells.h"
#include "widgets/comparison/comparison_table.h"
#include "widgets/elements/region_table.h"
#include "widgets/panels/statistics_table.h"
#include "widgets/table/element_table.h"
#include "widgets/table/table_csv.h"
#include "widgets/table/table_model.h"

#include <QtCore/QLocale>
#include <gmock/gmock.h>

#include <limits>
#include <string>

namespace hitmap {
namespace {

constexpr std::uint64_t unit = hit_unit;

/// Names, sizes and rates, one of which is undefined.
class TableTest : public testing::Test {
protected:
    TableTest() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        model_.set_rows(
            {{text_cell(QStringLiteral("faces")), bytes_cell(2048), rate_cell({3 * unit, 4, 0, 0})},
             {text_cell(QStringLiteral("stack, \"local\"")), bytes_cell(10'000), rate_cell({})},
             {text_cell(QStringLiteral("Boxes")), bytes_cell(100), rate_cell({unit, 8, 0, 0})}});
    }
    /// The names in the displayed order.
    std::string names() const {
        std::string all;
        for (int row = 0; row < sorted_.rowCount(); ++row)
            all += (row == 0 ? "" : " | ") + plain_text(cell_text(sorted_.shown_row(row).front()));
        return all;
    }
    std::string found(const char* query) {
        sorted_.set_query(QString::fromUtf8(query));
        return names();
    }

    TableModel model_{{{QStringLiteral("Name"), QStringLiteral("name")},
                       {QStringLiteral("Size"), QStringLiteral("size_bytes")},
                       {QStringLiteral("L1 rate"), QStringLiteral("l1_hit_rate"), false}}};
    SortedTable sorted_{model_};
};

TEST_F(TableTest, UndefinedIsLastInEitherOrder) {
    EXPECT_EQ(names(), "faces | stack, \"local\" | Boxes") << "the order of the rows";
    sorted_.sort(2, Qt::AscendingOrder);
    EXPECT_EQ(names(), "Boxes | faces | stack, \"local\"");
    sorted_.sort(2, Qt::DescendingOrder);
    EXPECT_EQ(names(), "faces | Boxes | stack, \"local\"");
}

TEST_F(TableTest, SortsByValueNotByText) {
    sorted_.sort(1, Qt::AscendingOrder);
    EXPECT_EQ(names(), "Boxes | faces | stack, \"local\"");
    sorted_.sort(0, Qt::DescendingOrder);
    EXPECT_EQ(names(), "stack, \"local\" | faces | Boxes") << "whatever the case";
    sorted_.sort(-1, Qt::AscendingOrder);
    EXPECT_EQ(names(), "faces | stack, \"local\" | Boxes");
}

TEST_F(TableTest, SavesEveryColumnInFullPrecision) {
    sorted_.sort(1, Qt::AscendingOrder);
    EXPECT_EQ(plain_text(csv_of(sorted_, model_)), "name,size_bytes,l1_hit_rate\n"
                                                   "Boxes,100,0.125\n"
                                                   "faces,2048,0.75\n"
                                                   "\"stack, \"\"local\"\"\",10000,\n");
}

TEST_F(TableTest, CsvKnowsNoLocale) {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    EXPECT_EQ(plain_text(csv_of(sorted_, model_)).substr(0, 49),
              "name,size_bytes,l1_hit_rate\nfaces,2048,0.75\n\"stac");
    EXPECT_EQ(plain_text(cell_text(count_cell(1'234'567))), "1.234.567");
    EXPECT_EQ(plain_text(csv_field(number_cell(CellType::number, 1.0 / 3.0))), "0.3333333333333333");
}

TEST_F(TableTest, CopiesWhatIsShownWithTabs) {
    EXPECT_EQ(plain_text(tab_separated(sorted_, model_, {0, 2}, {0, 2})), "Name\tL1 rate\n"
                                                                          "faces\t75.0 %\n"
                                                                          "Boxes\t12.5 %\n");
}

TEST_F(TableTest, SearchUnderstandsTextAndComparisons) {
    EXPECT_EQ(found("BOX"), "Boxes");
    EXPECT_EQ(found(">= 2048"), "faces | stack, \"local\"");
    EXPECT_EQ(found("rate >= 12.5 %"), "faces | Boxes") << "rates as they are written";
    EXPECT_EQ(found("rate < 50"), "Boxes");
    EXPECT_EQ(found("size = 100"), "Boxes");
    EXPECT_EQ(found("size > 100, a"), "faces | stack, \"local\"");
    EXPECT_EQ(found("colour > 1"), "");
    EXPECT_EQ(found(">="), "faces | stack, \"local\" | Boxes") << "still being typed";
    EXPECT_EQ(found(""), "faces | stack, \"local\" | Boxes");
}

TEST_F(TableTest, SearchUnderstandsRegularExpressions) {
    EXPECT_EQ(found("/^box|^fa/"), "faces | Boxes") << "whatever the case";
    EXPECT_EQ(found("/[ck],? /"), "stack, \"local\"") << "a comma inside";
    EXPECT_EQ(found("/es$/, size > 100"), "faces");
    EXPECT_EQ(found("/("), "faces | stack, \"local\" | Boxes") << "still being typed";
    EXPECT_EQ(found("/(/"), "faces | stack, \"local\" | Boxes") << "not valid";
    EXPECT_EQ(found("/^local/"), "");
}

TEST_F(TableTest, AsManyRowsAreTheSameRows) {
    int resets = 0;
    QObject::connect(&model_, &QAbstractItemModel::modelReset, [&resets] { ++resets; });
    auto rows = model_.rows();
    rows[0][1] = bytes_cell(1);
    model_.set_rows(rows);
    EXPECT_EQ(resets, 0);
    EXPECT_EQ(plain_text(sorted_.index(0, 1).data().toString()), "1 B");
    rows.pop_back();
    model_.set_rows(rows);
    EXPECT_EQ(resets, 1);
}

TEST_F(TableTest, NumbersAreOnTheRight) {
    const auto alignment = [this](int column) {
        return sorted_.index(0, column).data(Qt::TextAlignmentRole).toInt() & Qt::AlignHorizontal_Mask;
    };
    EXPECT_EQ(alignment(0), Qt::AlignLeft);
    EXPECT_EQ(alignment(1), Qt::AlignRight);
    EXPECT_EQ(plain_text(sorted_.index(0, 2).data(Qt::ToolTipRole).toString()), "3 of 4");
    EXPECT_EQ(plain_text(sorted_.index(1, 2).data().toString()), "–");
}

TEST(TableCell, IsWrittenByItsType) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto number = [](CellType type, double value) {
        return plain_text(cell_text(number_cell(type, value)));
    };
    EXPECT_EQ(number(CellType::points, 0.031), "+3.1 pp");
    EXPECT_EQ(number(CellType::points, -0.031), "−3.1 pp");
    EXPECT_EQ(number(CellType::points, -0.00001), "0.0 pp") << "zero has no sign";
    EXPECT_EQ(number(CellType::change, 0.12), "+12.0 %");
    EXPECT_EQ(number(CellType::change, -41.0 / 616'153.0), "−0.01 %") << "it is not 0";
    EXPECT_EQ(number(CellType::signed_count, 1234.0), "+1,234");
    EXPECT_EQ(number(CellType::count, 1234.4), "1,234");
    EXPECT_EQ(number(CellType::count, 234.4), "234.4");
    EXPECT_EQ(number(CellType::count, 418.0), "418");
    EXPECT_EQ(number(CellType::number, -0.001), "0.00") << "zero has no sign";
    EXPECT_EQ(number(CellType::rate, 0.9999), "99.99 %") << "not all of them";
    EXPECT_EQ(number(CellType::number, 2.345), "2.35");
    EXPECT_EQ(number(CellType::rate, 0.00012), "0.01 %");
    EXPECT_EQ(number(CellType::rate, 0.0), "0.0 %");
    EXPECT_EQ(plain_text(cell_text(address_cell(0x7f00beef))), "0x00007f00beef");
    EXPECT_EQ(plain_text(csv_field(address_cell(0x7f00beef))), "0x00007f00beef");
    EXPECT_EQ(plain_text(cell_text(number_cell(CellType::rate, std::numeric_limits<double>::quiet_NaN()))),
              "–");
    EXPECT_EQ(plain_text(csv_field({})), "");
}

TEST(TableCell, OfLookUpsHasWholeNumbersWhereTheyAre) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto hits = [](double part, std::uint64_t whole) {
        return plain_text(part_of_text(number_cell(CellType::count, part), count_cell(whole)));
    };
    EXPECT_EQ(hits(7.0, 12), "7 of 12");
    EXPECT_EQ(hits(0.0, 12), "0 of 12");
    EXPECT_EQ(hits(0.0, 0), "–") << "nothing was looked up";
    EXPECT_EQ(hits(2.25, 12), "2.3 of 12");
    EXPECT_EQ(hits(0.97, 1), "0.97 of 1") << "not all";
    EXPECT_EQ(plain_text(part_of_text({}, count_cell(3))), "–");
}

TEST(TableCell, OfOneColumnHasTheDecimalsOfTheOthers) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto row = [](std::uint64_t index, double misses, std::optional<double> share) {
        return TableRow{count_cell(index), number_cell(CellType::count, misses),
                        number_cell(CellType::rate, share)};
    };
    std::vector<TableRow> rows{row(7, 1234.0, 0.873), row(8, 2.26, 0.9997), row(9, 0.0, std::nullopt),
                               row(10, 3.0, 0.0)};
    align_decimals(rows);
    const auto column = [&](std::size_t of) {
        std::string all;
        for (const TableRow& each : rows)
            all += plain_text(cell_text(each[of])) + "; ";
        return all;
    };
    EXPECT_EQ(column(0), "7; 8; 9; 10; ") << "whole numbers stay whole";
    EXPECT_EQ(column(1), "1,234.0; 2.3; 0.0; 3.0; ");
    EXPECT_EQ(column(2), "87.3 %; 99.97 %; –; 0.0 %; ") << "more only where it would read as all";
    EXPECT_EQ(csv_field(rows[1][1]).toStdString(), "2.26") << "files have all digits";
    rows = {row(1, 1234.0, 1e-9)};
    align_decimals(rows);
    EXPECT_EQ(column(1), "1,234; ");
    EXPECT_EQ(column(2), "<0.0001 %; ") << "never 0";
    rows.clear();
    align_decimals(rows);
    EXPECT_TRUE(rows.empty());
}

TEST(StatisticsRows, MissesAndMeanDistance) {
    RecordingInfo info;
    info.allocations.emplace_back().name = "nodes";
    std::vector<KindSums> totals(element_kinds().size());
    totals[face_kind] = {10, 5, {6 * unit, 8, 3, 50}, {unit, 2, 2, 0}};
    totals[box_kind] = {20, 7, {2 * unit, 2, 0, 4}, {}};
    const std::vector<std::uint64_t> elements{70, 50, 100};
    std::vector<AllocationSums> allocations(1);
    allocations[0].requests = 9;
    const Headline headline{Counted::request_sectors, {}, {3 * unit, 4}, {unit, 5}};
    const auto rows =
        statistics_rows(info, {headline, {Counted::request_sectors, Counted::element_sectors}, totals},
                        elements, allocations);
    EXPECT_THAT(rows[0][0].detail.toStdString(), testing::HasSubstr("as a hardware profiler counts them"));
    EXPECT_THAT(rows[1][0].detail.toStdString(), testing::HasSubstr("of faces, boxes and pixels"));
    std::string all;
    for (const TableRow& row : rows) {
        for (std::size_t column = 0; column < 14; ++column)
            all += plain_text(cell_text(row[column])) + (column < 13 ? " " : "\n");
    }
    EXPECT_EQ(all, "Sectors of requests 75.0 % 20.0 % 3 1 4 5 1 4 0.00 0.00 – – –\n"
                   "All elements 80.0 % 50.0 % 8 1 10 2 2 1 7.71 – 30 12 220\n"
                   "Boxes 100.0 % – 2 – 2 – 0 – 2.00 – 20 7 70\n"
                   "Faces 75.0 % 50.0 % 6 1 8 2 2 1 10.00 – 10 5 50\n"
                   "Pixels – – – – – – – – – – 0 0 100\n"
                   "nodes (allocation) – – – – – – – – – – – – –\n");
    EXPECT_EQ(plain_text(cell_text(rows.back()[14])), "9");
    EXPECT_EQ(statistics_columns().size(), rows.front().size());
}

TEST(StatisticsColumns, CountsAreBesideRatesForEyesAndEachForItselfElsewhere) {
    std::vector<KindSums> totals(element_kinds().size());
    totals[face_kind] = {10, 5, {6 * unit, 8, 3, 50}, {unit, 2, 2, 0}};
    TableModel model(statistics_columns());
    model.set_rows(statistics_rows({}, {{}, {}, totals}, std::vector<std::uint64_t>{0, 50, 0}, {}));
    const SortedTable sorted(model);
    EXPECT_EQ(model.heading(3), QStringList({QStringLiteral("L1 hits of look-ups"), //
                                             QStringLiteral("L2 hits of look-ups")}));
    EXPECT_EQ(plain_text(model.index(0, 3).data().toString()), "6 of 8\n1 of 2");
    EXPECT_EQ(plain_text(model.index(1, 3).data().toString()), "–\n–") << "boxes have none";
    for (const std::size_t column : {1U, 3U})
        EXPECT_TRUE(model.columns()[column].shown);
    EXPECT_EQ(plain_text(tab_separated(sorted, model, {0}, {1, 2, 3, 5, 4, 6})),
              "L1 rate\tL2 rate\tL1 hits\tL1 look-ups\tL2 hits\tL2 look-ups\n"
              "75.0 %\t50.0 %\t6\t8\t1\t2\n");
    EXPECT_EQ(model.columns_at(3), (std::vector<std::size_t>{3, 5, 4, 6})) << "what is copied";
    const std::string csv = plain_text(csv_of(sorted, model));
    EXPECT_EQ(csv.substr(0, csv.find("l1_misses")),
              "of,l1_hit_rate,l2_hit_rate,l1_hits,l2_hits,l1_lookups,l2_lookups,");
    EXPECT_NE(csv.find("\nAll elements,0.75,0.5,6,1,8,2,"), std::string::npos) << csv;
}

TEST(ElementRows, AreUndefinedWhereNothingWasAccessed) {
    ElementSummary element;
    element.whole = {unit, 0, 4, 2, 1, 50};
    element.frame_accesses = 10;
    element.whole_accesses = 100;
    std::string all;
    for (const TableRow& row : element_rows(element, true))
        all += plain_text(cell_text(row[0]) + QStringLiteral(": ") + cell_text(row[1]) +
                          QStringLiteral(", ") + cell_text(row[2]) + QStringLiteral("\n"));
    EXPECT_EQ(all, "Accesses: 0, 4\n"
                   "Access rate: –, 4.0 %\n"
                   "Access order: –, 50.0 %\n"
                   "L1 hit rate: –, 50.0 %\n"
                   "L1 hits: –, 1\n"
                   "L1 look-ups: 0, 2\n"
                   "L1 misses: –, 1\n"
                   "L2 hit rate: –, 0.0 %\n"
                   "L2 hits: –, 0\n"
                   "L2 look-ups: 0, 1\n"
                   "L2 misses: –, 1\n");
    EXPECT_EQ(element_rows(element, false).size(), 3U);
}

TEST(ElementPlace, SaysWhereItIs) {
    RecordedScene scene;
    scene.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}};
    scene.face_slots = {{0, 1, 2}, {0, 0, 0}};
    scene.face_source = {7, -1};
    scene.boxes = {{{0, 0, 0}, {1, 2, 3}}};
    scene.box_level = {4};
    scene.width = 10;
    scene.height = 10;
    EXPECT_EQ(plain_text(element_place(scene, {face_kind, 0})),
              "Vertex 0: (0, 0, 0)\nVertex 1: (1, 0, 0)\nVertex 2: (0, 0.5, 0)");
    EXPECT_EQ(plain_text(element_place(scene, {face_kind, 1})), "") << "padding";
    EXPECT_EQ(plain_text(element_place(scene, {face_kind, 9})), "");
    EXPECT_EQ(plain_text(element_place(scene, {box_kind, 0})),
              "From (0, 0, 0)\nTo (1, 2, 3)\nLevel 4 of the tree");
    EXPECT_EQ(plain_text(element_place(scene, {pixel_kind, 23})), "Column 3, row 2");
    const ElementSources sources(std::make_shared<const RecordedScene>(scene));
    EXPECT_EQ(plain_text(element_title(sources, {face_kind, 0})), "Face 0 · source face 7");
    EXPECT_EQ(plain_text(element_title(sources, {face_kind, 1})), "Face 1");
}

TEST(ComparisonRows, DifferencesOfRatesAreInPoints) {
    std::vector<KindSums> a(element_kinds().size());
    auto b = a;
    a[face_kind] = {10, 5, {unit, 2, 0, 0}, {}};
    b[face_kind] = {15, 6, {3 * unit, 4, 0, 0}, {}};
    Comparison comparison{compare_totals(a, b), std::vector<ElementsBySide>(element_kinds().size()), nullptr};
    comparison.touched[face_kind] = {4, 1, 2, {}};
    comparison.touched[box_kind].refusal = "the trees are others";
    std::string faces;
    std::string boxes_touched;
    for (const TableRow& row : comparison_rows(comparison)) {
        std::string line;
        for (std::size_t column = 1; column < 6; ++column)
            line += plain_text(cell_text(row[column])) + (column < 5 ? " " : "\n");
        if (row[0] == text_cell(QStringLiteral("Faces"))) faces += line;
        if (row[0] == text_cell(QStringLiteral("Boxes"))) boxes_touched = line;
    }
    EXPECT_EQ(faces, "Faces: accesses 10 15 +5 +50.0 %\n"
                     "Faces accessed 5 6 +1 +20.0 %\n"
                     "Faces: L1 hit rate 50.0 % 75.0 % +25.0 pp –\n"
                     "Faces: L1 hits 1 3 +2 +200.0 %\n"
                     "Faces: L1 look-ups 2 4 +2 +100.0 %\n"
                     "Faces: L1 misses ↓ 1 1 0 0.0 %\n"
                     "Faces: L2 hit rate – – – –\n"
                     "Faces: L2 hits 0 0 0 –\n"
                     "Faces: L2 look-ups 0 0 0 –\n"
                     "Faces: L2 misses ↓ 0 0 0 –\n"
                     "Faces in both 4 4 – –\n"
                     "Faces in one 1 2 – –\n");
    EXPECT_EQ(boxes_touched, "Boxes in one – – – –\n");
    comparison.sides.same_counting = false;
    for (const TableRow& row : comparison_rows(comparison)) {
        const bool of_look_ups = plain_text(cell_text(row[1])).find("L1") != std::string::npos;
        EXPECT_FALSE(of_look_ups && row[4].defined()) << "of different models";
    }
}

/// The columns A, B, B - A.
std::string text_of(const ComparedValue& value, ComparedUnit written_in) {
    const TableRow cells = compared_cells(value, written_in);
    return plain_text(cell_text(cells[0])) + " " + plain_text(cell_text(cells[1])) + " " +
           plain_text(cell_text(cells[2]));
}

TEST(ComparedCells, DifferencesAgreeWithWhatIsWritten) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto of = [](double a, double b) { return ComparedValue{a, b, b - a}; };
    EXPECT_EQ(text_of(of(0.88242, 0.87801), ComparedUnit::rate), "88.2 % 87.8 % −0.4 pp");
    EXPECT_EQ(text_of(of(0.881601, 0.877399), ComparedUnit::rate), "88.16 % 87.74 % −0.42 pp");
    EXPECT_EQ(text_of(of(4669.0, 12.0), ComparedUnit::count), "4,669 12 −4,657");
    EXPECT_EQ(text_of(of(12.25, 12.5), ComparedUnit::count), "12.25 12.50 +0.25");
    EXPECT_EQ(text_of(of(3.0 * 1048576, 1024.0), ComparedUnit::bytes), "3.0 MiB 0.0 MiB −3.0 MiB");
    EXPECT_EQ(text_of(of(0.0, 512.0), ComparedUnit::bytes), "0 B 512 B +512 B");
    EXPECT_EQ(text_of({std::nullopt, 5.0, 5.0}, ComparedUnit::count), "– 5 +5");
    EXPECT_EQ(text_of({0.5, std::nullopt, std::nullopt}, ComparedUnit::rate), "50.0 % – –");
}

TEST(ComparisonRows, SayWhichSideIsBetterWhereThatIsKnown) {
    std::vector<KindSums> a(element_kinds().size());
    auto b = a;
    a[face_kind] = {10, 5, {unit, 2, 0, 0}, {unit, 2, 0, 0}};
    b[face_kind] = {10, 5, {2 * unit, 2, 0, 0}, {2 * unit, 2, 0, 0}};
    const Comparison comparison{compare_totals(a, b), std::vector<ElementsBySide>(element_kinds().size()),
                                nullptr};
    const auto cells_of = [&](const char* quantity) {
        for (const TableRow& row : comparison_rows(comparison, {'B', 'C'}))
            if (row[0] == text_cell(QStringLiteral("Faces")) &&
                row[1].value == text_cell(QString::fromLatin1(quantity)).value)
                return row[1].detail.toStdString() + "|" + row[4].detail.toStdString() + "|" +
                       plain_text(cell_text(row[7]));
        return std::string();
    };
    EXPECT_EQ(cells_of("L1 hit rate"), "Faces: L1 hit rate||–") << "it may come from needless look-ups";
    EXPECT_EQ(cells_of("L1 misses"), "less is better|C is better|C");
    EXPECT_EQ(cells_of("L2 hit rate"), "Faces: L2 hit rate||–") << "it depends";
    EXPECT_EQ(cells_of("Accesses"), "Faces: accesses||–");
}

TEST(RegionTable, FilesOfDifferentQuestionsHaveDifferentNames) {
    const QString name = QStringLiteral("tea");
    const auto stem = [&](ElementKindId kind, std::size_t level, RegionRank rank) {
        return plain_text(region_file_stem(name, {kind, level, rank}));
    };
    EXPECT_EQ(stem(face_kind, 0, RegionRank::misses), "tea-worst-patches-by-l1-misses");
    EXPECT_EQ(stem(face_kind, 0, RegionRank::misses_per_area), "tea-worst-patches-by-l1-misses-per-area");
    EXPECT_EQ(stem(box_kind, 1, RegionRank::misses_per_area), "tea-worst-subtrees-by-l2-misses-per-area");
}

TEST(RegionTable, WhereNoneIsListedItSaysWhy) {
    const RegionQuery by_misses{face_kind, 0, RegionRank::misses};
    const RegionQuery by_area{box_kind, 0, RegionRank::misses_per_area};
    EXPECT_EQ(plain_text(no_regions_text(by_misses, false)), "No face misses in this frame.");
    EXPECT_EQ(plain_text(no_regions_text(by_area, false)), "No box misses in this frame.");
    EXPECT_EQ(plain_text(no_regions_text(by_area, true)),
              "By area, only subtrees with a thousandth of the misses of boxes are listed; in this frame "
              "none has as many.");
}

} // namespace
} // namespace hitmap
