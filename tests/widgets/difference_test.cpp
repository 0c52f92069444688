#include "core/analysis/comparison/side_comparison.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/sentence_list.h"
#include "widgets/mesh/element_text.h"
#include "widgets/session/recording/difference_lines.h"
#include "widgets/table/data_table.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <variant>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Panes A and B of a recording. B has a smaller cache and fewer hits.
class DifferenceTest : public WindowFixture {
protected:
    void SetUp() override {
        open_tiny();
        raise("comparison_dock");
        Pane& second = window_->session().add_pane();
        ModelChoice config;
        config.l1 = parse_cache_geometry("1KiB:128:1");
        second.simulate(config);
        ASSERT_TRUE(wait([&] { return second.config() == config; }));
    }
    Pane& pane_at(std::size_t i) { return window_->session().pane(i); }
    PaneFrame& frame_at(std::size_t i) {
        for (PaneFrame* frame : window_->findChildren<PaneFrame*>())
            if (&frame->pane() == &pane_at(i)) return *frame;
        throw std::runtime_error("no such frame");
    }
    /// Clicks the boxes whose state differs.
    void show_on(bool baseline, bool compared) {
        auto& on_baseline = find<QCheckBox>("show_on_baseline");
        auto& on_compared = find<QCheckBox>("show_on_compared");
        if (on_baseline.isChecked() != baseline) on_baseline.click();
        if (on_compared.isChecked() != compared) on_compared.click();
        ASSERT_TRUE(wait([&] {
            for (std::size_t i = 0; i < 2; ++i) {
                const Pane& pane = pane_at(i);
                if (pane.values()->difference != (pane.reference() != nullptr)) return false;
                if (pane.reference() != nullptr && pane.values()->sides.own != pane.side()) return false;
                if (!frame_at(i).mesh_view().complete()) return false;
            }
            return true;
        }));
    }
    /// Positive if the picture contains more red than blue.
    static double redness(const QImage& image) {
        double sum = 0.0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                sum += qRed(image.pixel(x, y)) - qBlue(image.pixel(x, y));
        return sum / (image.width() * image.height());
    }
    /// Mean of red minus blue over the mesh view of pane i.
    double redness_at(std::size_t i) { return redness(frame_at(i).mesh_view().grabFramebuffer()); }
    static Selection changed_face(const Pane& pane) {
        const auto& values = *pane.values()->kinds[face_kind].values;
        std::uint64_t face = 0;
        while (face + 1 < values.size() && !(std::isfinite(values[face]) && std::abs(values[face]) > 0.001F))
            ++face;
        return {face_kind, face};
    }
    std::string lines_of(std::size_t i) {
        std::string text;
        for (const std::string& line : difference_lines(*pane_at(i).values(), pane_at(i).choices().view))
            text += line + "\n";
        return text;
    }
    /// Checks sign, letters, legend, caption and tool tip of the difference in a pane.
    void expect_difference(std::size_t i, const SideLetters& letters) {
        const Pane& pane = pane_at(i);
        ASSERT_TRUE(pane.values()->difference);
        const std::string name = difference_name(letters);
        const std::string sides = std::string(1, letters.compared) + " compared with " + letters.baseline;
        EXPECT_EQ(bar_text_of(*pane.values(), pane.choices().view).note,
                  std::string("above 0: higher in ") + letters.compared);
        const bool less = letters.compared == 'B'; // B has fewer hits
        EXPECT_EQ(pane.extent()->min < 0.0F, less);
        EXPECT_EQ(pane.extent()->max > 0.0F, !less);
        const double colour = redness_at(i);
        EXPECT_TRUE(less ? colour < -1.0 : colour > 1.0) << colour;
        const ColourBar& bar = frame_at(i).colour_bar();
        EXPECT_EQ(bar.title_text().toStdString(), name + ": L1 hit rate (pp)");
        EXPECT_EQ(bar.legend_of(Pattern::only_a).toStdString(), std::string(1, letters.baseline) + " only");
        EXPECT_EQ(bar.legend_of(Pattern::only_b).toStdString(), std::string(1, letters.compared) + " only");
        EXPECT_THAT(frame_at(i).accessibleName().toStdString(),
                    AllOf(HasSubstr(std::string(1, static_cast<char>('A' + i))), HasSubstr(name)));
        EXPECT_THAT(lines_of(i), AllOf(StartsWith(name + ": L1 hit rate, " + sides + ", on the geometry of " +
                                                  static_cast<char>('A' + i) + "\n"),
                                       HasSubstr("\nA: stack distance cache model, L1 32 KiB"),
                                       HasSubstr("\nB: stack distance cache model, L1 1 KiB")));
        EXPECT_THAT(element_text(pane, changed_face(pane)).toStdString(),
                    AllOf(HasSubstr("\nA: L1 hit rate "), HasSubstr("\nB: L1 hit rate "),
                          HasSubstr("\n" + name + ": " + (less ? "−" : "+")), Not(HasSubstr("better"))));
        auto& box = find<QCheckBox>("show_on_baseline");
        EXPECT_EQ(box.text().toStdString(), std::string("&") + letters.baseline);
        EXPECT_EQ(box.accessibleName().toStdString(),
                  "Show " + name + " on the geometry of " + letters.baseline);
        EXPECT_TRUE(wait(
            [&] { return find<DataTable>("comparison").model().columns()[4].title.toStdString() == name; }));
    }
};

TEST_F(DifferenceTest, HasOneSignAndOneLetterAPaneWhereverItIsShown) {
    const SideLetters b_minus_a{'A', 'B'};
    show_on(true, false);
    expect_difference(0, b_minus_a);
    screenshot("difference-on-a");
    show_on(false, true);
    expect_difference(1, b_minus_a);
    show_on(true, true);
    expect_difference(0, b_minus_a);
    expect_difference(1, b_minus_a);
    EXPECT_TRUE(frame_at(0).has_scale_of(frame_at(1))) << "one bar serves both";
    screenshot("difference-on-both");
    // Exchange the sides: B becomes the baseline, and the panes follow.
    find<QComboBox>("comparison_baseline").setCurrentIndex(1);
    show_on(true, true);
    EXPECT_EQ(find<QComboBox>("comparison_compared").currentIndex(), 0);
    expect_difference(0, {'B', 'A'});
    expect_difference(1, {'B', 'A'});
    screenshot("difference-swapped");
}

TEST_F(DifferenceTest, AnotherSignFromTheInspectorIsThatOfBothPanes) {
    show_on(true, true);
    pane_at(1).set_reference(&pane_at(0), Side::baseline);
    EXPECT_EQ(pane_at(0).side(), Side::compared);
    EXPECT_EQ(find<QComboBox>("comparison_baseline").currentIndex(), 1);
    show_on(true, true);
    expect_difference(0, {'B', 'A'});
}

TEST_F(DifferenceTest, LettersAreThoseOfThePanesThatAreChosen) {
    window_->session().add_pane(); // C, with the small cache
    find<QComboBox>("comparison_compared").setCurrentIndex(2);
    auto& on_a = find<QCheckBox>("show_on_baseline");
    EXPECT_EQ(on_a.accessibleName().toStdString(), "Show C − A on the geometry of A");
    on_a.click();
    ASSERT_TRUE(wait([this] { return pane_at(0).values()->difference; }));
    EXPECT_EQ(frame_at(0).colour_bar().title_text().toStdString(), "C − A: L1 hit rate (pp)");
    EXPECT_EQ(frame_at(0).colour_bar().legend_of(Pattern::only_b).toStdString(), "C only");
    DataTable& table = find<DataTable>("comparison");
    ASSERT_TRUE(wait([&] { return table.model().columns()[4].title == QStringLiteral("C − A"); }));
    const QString file = folder_.filePath(QStringLiteral("table.csv"));
    table.save_csv(file);
    ASSERT_TRUE(wait([&] { return QFile::exists(file); })) << message();
    std::ifstream csv(file.toStdString());
    std::string header;
    std::getline(csv, header);
    EXPECT_THAT(header, HasSubstr(",a,c,c_minus_a,"));
    // Letters follow positions: C becomes B when the second pane is removed.
    window_->session().remove_pane(1);
    ASSERT_TRUE(wait([this] { return pane_at(0).values()->sides.letters == SideLetters{'A', 'B'}; }));
    EXPECT_EQ(frame_at(0).colour_bar().title_text().toStdString(), "B − A: L1 hit rate (pp)");
}

TEST_F(DifferenceTest, TheComparisonSaysWhichIsBetterAndWhere) {
    auto& summary = find<QLabel>("comparison_summary");
    ASSERT_TRUE(wait([&] { return summary.text().contains(QStringLiteral("L1 misses change most in ")); }));
    EXPECT_TRUE(summary.isVisible());
    EXPECT_THAT(summary.text().toStdString(),
                AllOf(StartsWith("B compared with A makes as many element accesses, has "),
                      HasSubstr(" L1 misses"), HasSubstr(" L1 misses change most in ")));
    const auto& everything = find<DataTable>("comparison").model().rows();
    const auto found = std::ranges::find_if(everything, [](const TableRow& row) {
        return row[1].value == text_cell(QStringLiteral("Requests")).value;
    });
    ASSERT_NE(found, everything.end());
    const TableRow& requests = *found;
    EXPECT_FALSE(requests[2].defined());
    EXPECT_THAT(requests[2].detail.toStdString(), HasSubstr("the stack distance cache model counts"));
    auto& division = find<QComboBox>("comparison_division");
    const auto& rows = find<DataTable>("comparison_parts").model().rows();
    for (const DivisionInfo& info : division_table()) {
        QTest::keyClick(&division, Qt::Key_Down);
        ASSERT_EQ(division.currentData().toInt(), static_cast<int>(info.division));
        EXPECT_EQ(rows.empty(), info.division == Division::lines) << info.title;
        double last = 1.0;
        for (const TableRow& row : rows) {
            EXPECT_LE(cell_number(row[1]).value_or(0.0), last) << info.title;
            last = cell_number(row[1]).value_or(0.0);
        }
    }
    screenshot("comparison-by-place");
}

TEST_F(DifferenceTest, ARowOfAPlaceOutlinesItInBothPanesAndEnterFlies) {
    auto& division = find<QComboBox>("comparison_division");
    ASSERT_TRUE(wait([&] { return find<QLabel>("comparison_summary").isVisible(); }));
    division.setCurrentIndex(division.findData(static_cast<int>(division_named("face_place")->division)));
    DataTable& parts = find<DataTable>("comparison_parts");
    ASSERT_TRUE(wait([&] { return parts.isVisible() && parts.model().rows().size() > 1; }));
    QTableView& view = parts.view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {20, view.rowViewportPosition(0) + 4});
    for (const std::size_t i : {0, 1}) {
        ASSERT_NE(pane_at(i).marks().region(), nullptr);
        EXPECT_EQ(pane_at(i).marks().region()->scene, pane_at(i).recording()->scene);
        EXPECT_EQ(pane_at(i).marks().region()->outline->size(), 12U) << "the edges of the cell";
    }
    EXPECT_EQ(pane_at(0).marks().region()->bounds, pane_at(1).marks().region()->bounds);
    const Aabb first = pane_at(0).marks().region()->bounds;
    window_->activateWindow();
    view.setFocus();
    ASSERT_TRUE(wait([&] { return view.hasFocus(); }));
    QTest::keyClick(&view, Qt::Key_Down);
    ASSERT_NE(pane_at(0).marks().region(), nullptr);
    EXPECT_FALSE(pane_at(0).marks().region()->bounds == first);
    const Camera from = pane_at(0).choices().view.camera;
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_TRUE(wait([&] {
        return pane_at(0).choices().view.camera != from && pane_at(1).choices().view.camera != from;
    }));
    QTest::qWait(300); // until the camera flight has ended
    screenshot("comparison-place");
    // A selection in one pane replaces the outlined region in both.
    pane_at(0).set_selection(Selection{face_kind, 0});
    EXPECT_EQ(pane_at(1).marks().region(), nullptr);
    EXPECT_FALSE(view.currentIndex().isValid());
    view.selectRow(0);
    ASSERT_NE(pane_at(1).marks().region(), nullptr);
    division.setCurrentIndex(0);
    EXPECT_EQ(pane_at(1).marks().region(), nullptr) << "another table";
}

TEST_F(DifferenceTest, OfGpusTheComparisonHasFindingsAndEnterShowsTheirTable) {
    auto& findings = find<SentenceList>("comparison_findings");
    ASSERT_TRUE(wait([&] { return find<QLabel>("comparison_summary").isVisible(); }));
    EXPECT_FALSE(findings.isVisible()) << "stack distances are of no requests";
    for (const std::size_t i : {0, 1}) {
        ModelChoice gpu;
        gpu.preset = "turing-rtx2080ti";
        if (i == 1) gpu.l1 = parse_cache_geometry("1KiB:128/32:2");
        pane_at(i).simulate(gpu);
    }
    ASSERT_TRUE(wait([&] { return findings.isVisible() && findings.count() > 0; }));
    const std::string first = findings.item(0)->text().toStdString();
    EXPECT_THAT(first, AllOf(StartsWith("1. "), HasSubstr(" more bytes between L1 and L2 in B ("),
                             HasSubstr("Of its look-ups of loads, L1 serves ")));
    const QString summary = find<QLabel>("comparison_summary").text();
    EXPECT_TRUE(summary.contains(QStringLiteral("longer for memory than A."))) << summary.toStdString();
    EXPECT_FALSE(summary.contains(QStringLiteral("change most in"))) << "the list says more about it";
    const auto& rows = find<DataTable>("comparison").model().rows();
    const auto rate = std::ranges::find_if(rows, [](const TableRow& row) {
        return row[1].shown.startsWith(QLatin1String("Requests: L1 hit rate"));
    });
    ASSERT_NE(rate, rows.end());
    for (const std::size_t i : {0, 1}) {
        const LevelSums& l1 = pane_at(i).values()->headline.l1;
        EXPECT_DOUBLE_EQ(std::get<double>((*rate)[2 + i].value),
                         l1.hit_count() / static_cast<double>(l1.lookups));
    }
    window_->activateWindow();
    findings.setFocus();
    findings.setCurrentRow(0);
    QTest::keyClick(&findings, Qt::Key_Return);
    EXPECT_EQ(find<QComboBox>("comparison_division").currentData().toInt(),
              static_cast<int>(Division::allocations));
    EXPECT_EQ(find<QComboBox>("comparison_cost").currentData().toInt(), static_cast<int>(Cost::l2_bytes));
    screenshot("comparison-findings");
}

TEST_F(DifferenceTest, TheTableHasAtLeastEightRows) {
    window_->resize(1440, 900);
    QTableView& view = find<DataTable>("comparison").view();
    const auto rows = [&] { return view.viewport()->height() / view.verticalHeader()->defaultSectionSize(); };
    EXPECT_TRUE(wait([&] { return view.isVisible() && window_->height() == 900 && rows() >= 8; })) << rows();
    for (const int column : {1, 2, 3, 4})
        EXPECT_FALSE(view.isColumnHidden(column)) << column;
    screenshot("comparison-rows");
}

TEST_F(DifferenceTest, PanesOfDifferentModelsHaveNoneOfHitsAndMisses) {
    ModelChoice pipeline;
    pipeline.preset = "turing-rtx2080ti";
    pipeline.l1 = parse_cache_geometry("64KiB:128/32:4");
    pipeline.l2 = parse_cache_geometry("1MiB:128/32:16");
    pane_at(1).simulate(pipeline);
    ASSERT_TRUE(wait([&] { return pane_at(1).config() == pipeline && !pane_at(1).stale(); }));
    show_on(true, true);
    for (const std::size_t i : {0, 1}) {
        const Pane& pane = pane_at(i);
        EXPECT_EQ(pane.extent(), std::nullopt);
        const ColourBar& bar = frame_at(i).colour_bar();
        const std::string refusal = "B and A have different models: one counts sectors, the other look-ups "
                                    "of lanes; their hits and misses cannot be compared";
        EXPECT_THAT(bar.accessibleDescription().toStdString(), StartsWith("no difference: " + refusal));
        EXPECT_THAT(element_text(pane, {face_kind, 0}).toStdString(), HasSubstr("No difference: " + refusal));
        EXPECT_THAT(lines_of(i), AllOf(HasSubstr("no difference of faces: " + refusal),
                                       HasSubstr("\nA: stack distance cache model"), Not(HasSubstr("%"))));
    }
    const auto& summary = find<QLabel>("comparison_summary"); // which a job writes
    EXPECT_TRUE(wait([&] { return summary.text().contains(QStringLiteral("different models")); }))
        << summary.text().toStdString();
    screenshot("difference-refused");
    // A metric that does not come from look-ups does not depend on the model.
    pane_at(0).set_metric("access-count"_metric);
    ASSERT_TRUE(wait([&] {
        const auto& values = pane_at(0).values();
        return values->metric == "access-count"_metric && pane_at(1).values()->metric == values->metric;
    }));
    EXPECT_EQ(frame_at(0).colour_bar().title_text().toStdString(), "B − A: Access count (accesses)");
    ASSERT_TRUE(pane_at(0).extent());
    EXPECT_EQ(pane_at(0).extent()->max, 0.0F) << "the same accesses";
    EXPECT_EQ(pane_at(0).values()->refusal(face_kind), "");
}

/// Compares pictures of the window with those of `hitmap render --compare` for a view file of the window.
class DifferencePictureTest : public DifferenceTest {
protected:
    /// Returns the picture of pane i in the window, with boxes.
    QImage by_window(std::size_t i, const char* name) {
        window_->session().set_active(i);
        View view = pane_at(i).choices().view;
        view.show(box_kind);
        view.minimum_accesses = 2;
        pane_at(i).set_view(view);
        EXPECT_TRUE(wait([&] {
            const FrameValues& values = *pane_at(i).values();
            return frame_at(i).mesh_view().complete() && values.kinds[face_kind].access_counts != nullptr &&
                   values.frames == pane_at(i).choices().frames;
        }));
        const QString file = folder_.filePath(QString::fromLatin1(name));
        window_->save_image(file, {ImageSubject::mesh, {900, 600}, false, true});
        EXPECT_TRUE(wait([&] { return QFile::exists(file); })) << message();
        return QImage(file);
    }
    QImage by_command(std::size_t i, const QStringList& more) {
        const QString view = folder_.filePath(QStringLiteral("view.json"));
        std::ofstream(view.toStdString()) << view_state_to_json(pane_at(i).choices());
        const QString file = folder_.filePath(QStringLiteral("command.png"));
        QStringList arguments{
            QStringLiteral("render"),     file_, QStringLiteral("-o"),     file,
            QStringLiteral("--view"),     view,  QStringLiteral("--size"), QStringLiteral("900x600"),
            QStringLiteral("--histogram")};
        EXPECT_EQ(QProcess::execute(QStringLiteral(HITMAP_PROGRAM), arguments + more), 0);
        return QImage(file);
    }
    static QStringList words(const char* text) { return QString::fromUtf8(text).split(QLatin1Char(' ')); }
};

TEST_F(DifferencePictureTest, TheCommandLineMakesTheSame) {
    pane_at(0).set_frames({4, 1, 2});
    pane_at(0).set_metric("l1-misses"_metric);
    const QStringList sides{QStringLiteral("--compare"), file_, QStringLiteral("--l1-b"),
                            QStringLiteral("1KiB:128:1")};
    show_on(true, false);
    const QImage on_a = by_window(0, "a.png");
    ASSERT_EQ(on_a.size(), QSize(900, 600));
    EXPECT_EQ(by_command(0, sides), on_a);
    show_on(false, true);
    const QImage on_b = by_window(1, "b.png");
    EXPECT_EQ(by_command(1, sides + words("--geometry b")), on_b);
    EXPECT_NE(on_a, on_b) << "the caption says on whose geometry";
}

TEST_F(DifferencePictureTest, OfAnotherTreeSaysThatBoxesAreNotCompared) {
    const QString other = folder_.filePath(QStringLiteral("other.hmt"));
    write_tiny_recording_of_another_tree(other.toStdString());
    pane_at(1).open(other.toStdString());
    ASSERT_TRUE(wait([&] { return pane_at(1).recording()->name == "other.hmt"; }));
    show_on(true, false);
    EXPECT_THAT(pane_at(0).values()->kinds[box_kind].refusal, HasSubstr("boxes"));
    const QStringList sides{QStringLiteral("--compare"), other, QStringLiteral("--l1-b"),
                            QStringLiteral("1KiB:128:1")};
    // Must come first: it sets the view that the command gets.
    const QImage picture = by_window(0, "trees.png");
    EXPECT_EQ(by_command(0, sides), picture);
}

TEST_F(DifferenceTest, IsSavedAsAPictureWithBothSides) {
    show_on(true, false);
    window_->session().set_active(0);
    const QString file = folder_.filePath(QStringLiteral("difference.png"));
    window_->save_image(file);
    ASSERT_TRUE(wait([&] { return QFile::exists(file); })) << message();
    const QImage picture(file);
    const double with_caption = redness(picture.copy(0, 0, picture.width() / 2, picture.height() / 2));
    EXPECT_LT(with_caption, 0.0) << "B hits less";
}

} // namespace
} // namespace hitmap
