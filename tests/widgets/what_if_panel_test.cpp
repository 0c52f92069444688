#include "core/profile/sums/outcome_sums.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/widgets/opened_session.h"
#include "widgets/base/format.h"
#include "widgets/comparison/what_if_panel.h"
#include "widgets/messages/job_bar.h"
#include "widgets/session/state/session_file.h"
#include "widgets/table/data_table.h"

#include <QtTest/QSignalSpy>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {
namespace {

/// The panel alone in a window, driven by events.
class WhatIfPanelTest : public OpenedSession {
protected:
    WhatIfPanelTest() : panel_(session_, pane()) {
        ModelChoice small; // caches in which layouts matter
        small.l1.capacity = 2048;
        small.l1.ways = 4;
        small.l2.capacity = 8192;
        pane().simulate(small);
        EXPECT_TRUE(wait_for([&] { return pane().config() == small; }));
        panel_.resize(700, 700);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
    }

    template <class T>
    T& part(const char* name) {
        return *panel_.findChild<T*>(QString::fromLatin1(name));
    }
    DataTable& table() { return part<DataTable>("what_if"); }
    QTableView& view() { return table().view(); }
    QString note() { return part<QLabel>("what_if_note").text(); }
    void rank() {
        QTest::mouseClick(&part<QPushButton>("what_if_rank"), Qt::LeftButton);
        ASSERT_TRUE(wait_for([this] { return !panel_.job().running(); }));
    }
    /// The same ranking without the window.
    std::vector<TriedLayout> tried() {
        std::vector<TriedLayout> all;
        const HmtFile& file = *pane().recording()->file;
        const SourceMesh no_mesh;
        try_layouts(
            {file, no_mesh, pane().simulation()->model}, possible_layouts(file, false).layouts,
            [&](TriedLayout layout) { all.push_back(std::move(layout)); }, pane().pool());
        return all;
    }
    static std::vector<std::string> ranked_titles(const std::vector<TriedLayout>& layouts, Level level) {
        std::vector<std::string> titles;
        for (const std::size_t i : ranked_by_misses(layouts, index(level)))
            titles.push_back(title_of(layouts[i].options));
        return titles;
    }
    std::vector<std::string> shown_titles() {
        std::vector<std::string> titles;
        for (const TableRow& row : table().model().rows())
            titles.push_back(std::get<QString>(row[0].value).toStdString());
        return titles;
    }
    static LevelPair levels_of_pane(const Pane& pane) {
        const KindSums all = sum_of(pane.simulation()->totals);
        return {LevelSums{all.l1.hits, all.l1.lookups}, LevelSums{all.l2.hits, all.l2.lookups}};
    }
    /// Presses keys in the table until the row of the layout is the current one.
    void choose(const std::string& layout) {
        const auto titles = shown_titles();
        const auto row = std::ranges::find(titles, layout) - titles.begin();
        ASSERT_LT(row, static_cast<std::ptrdiff_t>(titles.size()));
        panel_.activateWindow();
        view().setFocus();
        ASSERT_TRUE(wait_for([this] { return view().hasFocus(); }));
        QTest::keyClick(&view(), Qt::Key_Home, Qt::ControlModifier);
        for (std::ptrdiff_t i = 0; i < row; ++i)
            QTest::keyClick(&view(), Qt::Key_Down);
    }

    WhatIfPanel panel_;
};

TEST_F(WhatIfPanelTest, RanksLayoutsByEitherLevelAndMarksThePresentOne) {
    EXPECT_FALSE(part<QPushButton>("what_if_beside").isEnabled());
    EXPECT_TRUE(note().contains(QStringLiteral("Rank Layouts simulates this recording")));
    rank();
    const auto layouts = tried();
    EXPECT_EQ(shown_titles(), ranked_titles(layouts, Level::l1));
    const auto& rows = table().model().rows();
    const auto recorded = std::ranges::find_if(rows, [](const TableRow& row) {
        return std::get<QString>(row[0].value) == QStringLiteral("as recorded");
    });
    ASSERT_NE(recorded, rows.end());
    EXPECT_EQ(cell_text((*recorded)[0]), QStringLiteral("\u25b8 as recorded"));
    EXPECT_EQ(cell_number((*recorded)[1]), levels_of_pane(pane())[0].miss_count());
    auto& level = part<QComboBox>("what_if_level");
    level.setFocus();
    QTest::keyClick(&level, Qt::Key_Down);
    EXPECT_EQ(pane().choices().panel<WhatIfDisplay>().level, Level::l2);
    EXPECT_EQ(shown_titles(), ranked_titles(layouts, Level::l2));
    SessionDocument document;
    document.state = session_.state();
    const std::filesystem::path folder = folder_.path().toStdString();
    const ReadSession read = session_from_json(session_to_json(document, folder), folder / "a.hitmap");
    EXPECT_EQ(read.document.state.panes.at(0).choices.panel<WhatIfDisplay>(),
              pane().choices().panel<WhatIfDisplay>());
}

TEST_F(WhatIfPanelTest, EnterOpensALayoutInAPaneBesideWhichSessionsRestore) {
    rank();
    const std::string wanted = "vertex-order random";
    choose(wanted);
    QTest::keyClick(&view(), Qt::Key_Return);
    ASSERT_TRUE(wait_for([this] {
        return session_.pane_count() == 2 && session_.pane(1).recording() != session_.pane(0).recording();
    }));
    EXPECT_EQ(&session_.active(), &session_.pane(0)); // with its list
    EXPECT_GT(shown_titles().size(), 10U);
    const Pane& beside = session_.pane(1);
    const SourceMesh no_mesh;
    RelayoutOptions options;
    options.vertex_order = MemoryOrder::random;
    const TriedLayout expected = try_layout(
        {*session_.pane(0).recording()->file, no_mesh, beside.simulation()->model}, options, pane().pool());
    EXPECT_EQ(beside.recording()->name, "tiny.hmt (vertex-order random)");
    EXPECT_EQ(beside.config(), session_.pane(0).config());
    EXPECT_EQ(levels_of_pane(beside)[0].hits, expected.levels[0].hits);
    EXPECT_EQ(levels_of_pane(beside)[1].hits, expected.levels[1].hits);
    EXPECT_NE(levels_of_pane(beside), levels_of_pane(session_.pane(0)));
    const std::filesystem::path folder = folder_.path().toStdString();
    const std::string json = session_to_json({session_.stored_state(), {}, {}}, folder);
    Session other;
    other.restore(session_from_json(json, folder / "a.hitmap").document.state);
    ASSERT_EQ(other.pane_count(), 2U);
    ASSERT_TRUE(wait_for([&] { return other.pane(1).values() != nullptr; }));
    EXPECT_EQ(levels_of_pane(other.pane(1)), levels_of_pane(beside));
}

TEST_F(WhatIfPanelTest, TheWholeNameOfTheLayoutIsBelowTheListAndInTheTip) {
    const auto told = [this] { return part<QLabel>("what_if_wanted").text().toStdString(); };
    EXPECT_FALSE(part<QLabel>("what_if_wanted").isVisible());
    rank();
    const auto titles = shown_titles();
    const bool one_is_better = titles[0] != "as recorded";
    const std::string best =
        one_is_better ? "Best: " + titles[0]
                      : "None has fewer misses than the recording. The best of the others: " + titles[1];
    EXPECT_EQ(told().rfind(best + " (", 0), 0U) << told();
    choose("vertex-order random");
    EXPECT_EQ(told(), "Chosen: vertex-order random (exact)");
    choose("as recorded");
    EXPECT_EQ(told(), "Chosen: as recorded (exact)");
    for (std::size_t row = 0; row < titles.size(); ++row) {
        const QVariant tip = table().model().headerData(static_cast<int>(row), Qt::Vertical, Qt::ToolTipRole);
        EXPECT_TRUE(tip.toString().contains(text_of(titles[row]))) << titles[row];
    }
}

TEST_F(WhatIfPanelTest, SavesTheRecordingInTheLayout) {
    rank();
    const auto titles = shown_titles();
    const auto row = static_cast<std::size_t>(std::ranges::find(titles, "layout soa") - titles.begin());
    const QSignalSpy saved(&panel_, &WhatIfPanel::saved);
    const QSignalSpy failed(&panel_, &WhatIfPanel::failed);
    panel_.save_as(row, folder_.filePath(QStringLiteral("soa.txt")));
    EXPECT_EQ(failed.count(), 1);
    const QString file = folder_.filePath(QStringLiteral("soa.hmt"));
    panel_.save_as(row, file);
    ASSERT_TRUE(wait_for([&] { return saved.count() == 1; }));
    const HmtFile written(open_file(file.toStdString()));
    const auto& options = written.info().options;
    const auto layout = std::ranges::find(options, "layout", &std::pair<std::string, std::string>::first);
    ASSERT_NE(layout, options.end());
    EXPECT_EQ(layout->second, "soa");
}

TEST_F(WhatIfPanelTest, StopKeepsWhatWasTriedAndOtherCachesDropIt) {
    QTest::mouseClick(&part<QPushButton>("what_if_rank"), Qt::LeftButton);
    ASSERT_TRUE(panel_.job().running());
    auto* stop = part<JobBar>("what_if_job").findChild<QAbstractButton*>();
    ASSERT_NE(stop, nullptr);
    QTest::mouseClick(stop, Qt::LeftButton);
    EXPECT_FALSE(panel_.job().running());
    EXPECT_TRUE(note().contains(QStringLiteral("Stopped before all layouts were tried.")))
        << note().toStdString();
    rank();
    EXPECT_GT(shown_titles().size(), 10U);
    pane().simulate(ModelChoice());
    ASSERT_TRUE(wait_for([this] { return pane().config() == ModelChoice(); }));
    EXPECT_TRUE(shown_titles().empty());
}

} // namespace
} // namespace hitmap
