#include "core/analysis/comparison/layouts_to_try.h"
#include "core/analysis/findings/change.h"
#include "core/analysis/findings/find_causes.h"
#include "core/analysis/groups/worst_regions.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/model_texts.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "tests/widgets/opened_session.h"
#include "widgets/comparison/findings_cost.h"
#include "widgets/comparison/findings_panel.h"
#include "widgets/comparison/pane_beside.h"
#include "widgets/comparison/pending_text.h"

#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtGui/QScreen>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QLabel>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionViewItem>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// The panel alone in a window, driven by events.
class FindingsPanelTest : public OpenedSession {
protected:
    FindingsPanelTest() : panel_(session_, pane()) {
        panel_.resize(500, 600);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
    }
    template <class T>
    T& part(const char* name) {
        return *panel_.findChild<T*>(QString::fromLatin1(name));
    }
    QListWidget& list() { return part<QListWidget>("findings"); }
    QString note() { return part<QLabel>("findings_note").text(); }
    void find() {
        QTest::mouseClick(&part<QPushButton>("findings_find"), Qt::LeftButton);
        ASSERT_TRUE(wait_for([this] { return !panel_.job().running(); }));
    }
    void use_small_gpu() {
        ModelChoice small = choice_of(find_gpu_preset("turing-rtx2080ti"), "turing-rtx2080ti");
        small.l1.capacity = 2048;
        small.l1.ways = 4;
        pane().simulate(small);
        ASSERT_TRUE(wait_for([&] { return pane().config() == small; }));
    }
    /// The same without the window.
    std::vector<Finding> expected(const HierarchyConfig& config) {
        const HmtFile& file = *pane().recording()->file;
        const SourceMesh mesh = source_mesh(file.info(), {});
        return find_causes({file, mesh, config}, find_gpu_preset(config.preset), pane().pool()).findings;
    }
    void expect_listed(const std::vector<Finding>& findings) {
        ASSERT_EQ(list().count(), static_cast<int>(findings.size()));
        for (int row = 0; row < list().count(); ++row)
            EXPECT_EQ(with_plain_spaces(list().item(row)->text()),
                      std::to_string(row + 1) + ". " + findings[static_cast<std::size_t>(row)].text);
    }
    /// As the command line writes it.
    static std::string with_plain_spaces(QString text) {
        return text.replace(QChar(QChar::Nbsp), QLatin1Char(' ')).toStdString();
    }

    FindingsPanel panel_;
};

TEST_F(FindingsPanelTest, ListsTheSentencesOfTheCommandLine) {
    EXPECT_TRUE(note().contains(QStringLiteral("What costs most here")));
    EXPECT_EQ(list().count(), 0);
    find();
    expect_listed(expected(hierarchy_config(find_gpu_preset("turing-rtx2080ti"))));
    EXPECT_TRUE(note().contains(QStringLiteral("which has no requests: choose this GPU as its model")));
}

TEST_F(FindingsPanelTest, BeginByThemselvesForAGpu) {
    use_small_gpu();
    EXPECT_TRUE(panel_.job().running());
    ASSERT_TRUE(wait_for([this] { return !panel_.job().running(); }));
    expect_listed(expected(std::get<HierarchyConfig>(pane().simulation()->model)));
}

TEST_F(FindingsPanelTest, SayWhatCostsMostAtOnceAndKeepTheirRowsUntilAllIsTried) {
    use_small_gpu();
    ASSERT_TRUE(wait_for([&] { return list().count() > 0 || !panel_.job().running(); }));
    ASSERT_TRUE(panel_.job().running()) << "nothing was tried yet";
    EXPECT_EQ(list().item(0)->text().count(QStringLiteral("What would help: ")), 1);
    EXPECT_TRUE(list().item(0)->text().contains(QStringLiteral("of all waiting for memory.")));
    EXPECT_TRUE(note().startsWith(QStringLiteral("Sorted by what they cost"))) << plain_text(note());
    std::vector<std::string> before;
    bool counted = false;
    ASSERT_TRUE(wait_for([&] {
        if (!panel_.job().running()) return true;
        std::vector<std::string> now;
        for (const Finding& finding : panel_.findings())
            now.push_back(finding.what_name);
        EXPECT_GE(now.size(), before.size());
        EXPECT_TRUE(std::equal(before.begin(), before.end(), now.begin()));
        before = std::move(now);
        counted = counted || list().item(0)->text().contains(QStringLiteral(" of "));
        return false;
    }));
    EXPECT_TRUE(counted);
    const auto final = expected(std::get<HierarchyConfig>(pane().simulation()->model));
    expect_listed(final);
    EXPECT_TRUE(note().startsWith(QStringLiteral("Sorted not by what they cost, but by the waiting")))
        << plain_text(note());
    for (const std::string& name : before) {
        const bool stays = std::ranges::find(final, name, &Finding::what_name) != final.end();
        const auto left_out = note().indexOf(QStringLiteral("Left out"));
        EXPECT_EQ(stays, left_out < 0 || note().indexOf(QString::fromStdString(name), left_out) < 0) << name;
    }
}

TEST_F(FindingsPanelTest, ThatWereStoppedSayHowFarTheyWere) {
    use_small_gpu();
    ASSERT_TRUE(wait_for([&] { return list().count() > 0; }));
    panel_.job().stop();
    ASSERT_GT(list().count(), 0) << "what costs most is known";
    EXPECT_TRUE(note().contains(QStringLiteral("Stopped before all changes were tried.")));
    for (int row = 0; row < list().count(); ++row)
        EXPECT_FALSE(list().item(row)->text().contains(QStringLiteral("being simulated")))
            << plain_text(list().item(row)->text());
}

PendingFinding pending_about(const char* name, std::size_t tried, std::optional<std::size_t> to_try) {
    PendingFinding pending;
    pending.finding.what_kind = "allocation";
    pending.finding.what_name = name;
    pending.finding.text = "It costs.";
    pending.tried = tried;
    pending.to_try = to_try;
    return pending;
}

TEST(PendingTexts, SayHowFarTheSearchIs) {
    const auto text = [](const PendingFinding& pending, bool goes_on = true) {
        return plain_text(pending_text(pending, goes_on));
    };
    EXPECT_EQ(text(pending_about("a", 0, {})),
              "It costs. What would help: being simulated after the reasons of misses…");
    EXPECT_EQ(text(pending_about("a", 1, 9)), "It costs. What would help: being simulated (2 of 9)…");
    EXPECT_EQ(text(pending_about("a", 9, 9)),
              "It costs. What would help: none of the 9 changes that were simulated "
              "for it certainly saves 1 % of the waiting.");
    EXPECT_EQ(text(pending_about("a", 1, 9), false),
              "It costs. 1 of the 9 changes that may help were simulated.");
    EXPECT_EQ(text(pending_about("a", 0, {}), false), "It costs. What would help was not simulated.");
    PendingFinding with_gain = pending_about("a", 8, 9);
    with_gain.finding.gain.emplace();
    EXPECT_EQ(text(with_gain), "It costs. What would help more: being simulated (9 of 9)…");
    with_gain.tried = 9;
    EXPECT_EQ(text(with_gain), "It costs.");
    PendingFinding imbalance = pending_about("3", 0, {});
    imbalance.finding.what_kind = "sm";
    EXPECT_EQ(text(imbalance), "It costs.");
}

TEST(PendingTexts, NameWhatNothingHelps) {
    const std::vector<PendingFinding> pending{pending_about("a", 1, 1), pending_about("b", 1, 1),
                                              pending_about("c", 1, 1)};
    EXPECT_EQ(plain_text(left_out_text(pending, {pending[1].finding})), "a and c");
    EXPECT_EQ(plain_text(left_out_text(pending, {})), "a, b and c");
    EXPECT_EQ(plain_text(left_out_text(pending, {pending[0].finding, pending[2].finding})), "b");
    EXPECT_EQ(plain_text(left_out_text({}, {pending[0].finding})), "");
}

TEST_F(FindingsPanelTest, TheFindingThatIsLookedAtStaysInItsPlaceOnTheScreen) {
    std::vector<PendingFinding> rows;
    for (const char* const name : {"boxes", "faces", "stack", "vertices", "nodes", "normals"}) {
        rows.push_back(pending_about(name, 0, 3));
        rows.back().finding.text = "It costs much, and here is why it does. ";
        for (int i = 0; i < 4; ++i)
            rows.back().finding.text += rows.back().finding.text;
    }
    panel_.resize(400, 400);
    ASSERT_TRUE(wait_for([&] { return panel_.size() == QSize(400, 400); }));
    // A row under the pointer would be the one that is looked at.
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    ASSERT_TRUE(wait_for([&] { return !list().viewport()->underMouse(); }));
    panel_.show_pending(rows);
    ASSERT_TRUE(wait_for([&] { return list().verticalScrollBar()->maximum() > 0; }));
    QTest::qWait(0); // the rows become narrower beside the scroll bar
    list().scrollToItem(list().item(3), QAbstractItemView::PositionAtCenter);
    const auto top_of = [&](int row) { return list().visualItemRect(list().item(row)).top(); };
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualItemRect(list().item(3)).center());
    ASSERT_EQ(list().currentRow(), 3);
    const int top = top_of(3);
    for (PendingFinding& row : rows)
        row.finding.text += row.finding.text; // a gain was found
    panel_.show_pending(rows);
    EXPECT_EQ(list().currentRow(), 3);
    EXPECT_EQ(top_of(3), top);
    std::vector<Finding> final;
    for (const std::size_t row : {5U, 3U, 2U, 1U, 0U})
        final.push_back(rows[row].finding);
    panel_.show_findings(final);
    EXPECT_EQ(list().currentRow(), 1);
    EXPECT_EQ(top_of(1), top);
}

TEST_F(FindingsPanelTest, ThatTakeMuchTimeOrMemorySayWhatAndWaitForTheUser) {
    for (const FindingsBudget& budget : {FindingsBudget{.seconds = 0.0}, FindingsBudget{.bytes = 1}}) {
        panel_.set_budget(budget);
        pane().simulate({}); // without findings, and with the model that has no requests
        ASSERT_TRUE(wait_for([&] { return pane().config() == ModelChoice(); }));
        use_small_gpu();
        EXPECT_FALSE(panel_.job().running());
        auto& button = part<QPushButton>("findings_find");
        const QString text = button.text();
        EXPECT_TRUE(text.startsWith(QStringLiteral("F&ind (about "))) << text.toStdString();
        EXPECT_TRUE(text.endsWith(QStringLiteral(" of memory)"))) << text.toStdString();
        EXPECT_TRUE(note().contains(QStringLiteral("so that it does not begin by itself")))
            << plain_text(note());
        find();
        EXPECT_GT(list().count(), 0);
        EXPECT_EQ(button.text(), QStringLiteral("F&ind"));
        EXPECT_FALSE(note().contains(QStringLiteral("by itself")));
    }
    panel_.set_budget({});
    EXPECT_FALSE(panel_.job().running()) << "they are known";
}

TEST_F(FindingsPanelTest, ThatAreStoppedDoNotBeginAgain) {
    use_small_gpu();
    panel_.job().stop();
    EXPECT_TRUE(note().contains(QStringLiteral("Stopped before all changes were tried.")))
        << plain_text(note());
    panel_.hide();
    panel_.show();
    EXPECT_FALSE(panel_.job().running());
}

TEST(FindingsCosts, AreOfTheRequestsAndTheThreads) {
    EXPECT_EQ(plain_text(cost_text({40.0, std::uint64_t{3} << 30})),
              "about 40\u00a0s and 3.0\u00a0GiB of memory");
    EXPECT_EQ(plain_text(cost_text({1500.0, std::uint64_t{1} << 20})),
              "about 25\u00a0min and 1.0\u00a0MiB of memory");
    EXPECT_EQ(plain_text(cost_text({9000.0, 0})), "about 2.5\u00a0h and 0\u00a0B of memory");
    const FindingsBudget budget{.seconds = 100.0, .bytes = 1000};
    EXPECT_TRUE(budget.allows({100.0, 1000}));
    EXPECT_FALSE(budget.allows({100.1, 1000}));
    EXPECT_FALSE(budget.allows({100.0, 1001}));
    EXPECT_FALSE(FindingsBudget().allows({1.0, any_memory})) << "more than this computer has";
}

TEST_F(FindingsPanelTest, TakeLongerWithMoreRequestsAndLessWithMoreThreads) {
    const HierarchyConfig caches = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    const FindingsCost one = cost_of_findings(*pane().recording(), caches, 1);
    EXPECT_DOUBLE_EQ(one.seconds, estimate_findings_seconds(pane().recording()->info()));
    EXPECT_DOUBLE_EQ(cost_of_findings(*pane().recording(), caches, 4).seconds, one.seconds / 4);
    EXPECT_GE(one.bytes, memory_of(*pane().recording(), true));
    EXPECT_TRUE(FindingsBudget().allows(one));
}

TEST_F(FindingsPanelTest, AreThoseOfTheCachesOfThePane) {
    use_small_gpu();
    find();
    const auto model = std::get<HierarchyConfig>(pane().simulation()->model);
    const std::vector<Finding> findings = expected(model);
    expect_listed(findings);
    ASSERT_TRUE(findings.front().gain.has_value()) << findings.front().text;
    EXPECT_EQ(part<QLabel>("findings_command").text().toStdString(), findings.front().gain->command);
    EXPECT_TRUE(note().contains(QStringLiteral("L1 2KiB:128/32:4")));
    EXPECT_FALSE(note().contains(QStringLiteral("which has no requests")));
    // Other caches have other findings.
    pane().simulate({});
    ASSERT_TRUE(wait_for([&] { return pane().config() == ModelChoice(); }));
    EXPECT_EQ(list().count(), 0);
    EXPECT_TRUE(panel_.findings().empty());
}

/// The lowest row of pixels with text of the first item, if it is painted with this height.
int last_inked_row(const QListWidget& list, int height) {
    QStyleOptionViewItem option;
    option.initFrom(&list);
    option.rect = QRect(0, 0, list.visualItemRect(list.item(0)).width(), height);
    option.features = QStyleOptionViewItem::WrapText;
    option.textElideMode = Qt::ElideNone;
    option.widget = &list;
    option.font = list.font();
    option.fontMetrics = list.fontMetrics();
    option.displayAlignment = Qt::AlignLeft | Qt::AlignTop;
    option.text = list.item(0)->text();
    option.features |= QStyleOptionViewItem::HasDisplay;
    QImage picture(option.rect.size(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    list.style()->drawControl(QStyle::CE_ItemViewItem, &option, &painter, &list);
    for (int y = picture.height() - 1; y >= 0; --y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y).lightness() < 128) return y;
    return -1;
}

TEST_F(FindingsPanelTest, TextsAreShownWholeInEveryWidthAndSize) {
    find();
    ASSERT_GT(list().count(), 0);
    list().item(0)->setText(
        QStringLiteral("vertices: 3,698,624 bytes between L1 and L2, most at traversal.cpp:51. ")
            .repeated(7));
    for (int size = 9; size <= 16; ++size) {
        QFont font = list().font();
        font.setPixelSize(size);
        list().setFont(font);
        for (int width = 300; width <= 600; width += 20) {
            panel_.resize(width, 600);
            ASSERT_TRUE(wait_for([&] { return panel_.width() == width; }));
            list().doItemsLayout();
            const int height = list().visualItemRect(list().item(0)).height();
            EXPECT_EQ(last_inked_row(list(), height), last_inked_row(list(), 2 * height))
                << size << ", " << width;
        }
    }
}

TEST_F(FindingsPanelTest, TheFindingThatIsReadStaysChosenWhenOthersComeBeforeIt) {
    const auto finding_about = [](const char* name) {
        Finding finding;
        finding.what_kind = "allocation";
        finding.what_name = finding.text = name;
        return finding;
    };
    panel_.show_findings({finding_about("stack"), finding_about("faces")});
    EXPECT_EQ(list().currentRow(), 0);
    panel_.show_findings({finding_about("faces"), finding_about("stack")});
    EXPECT_EQ(list().currentRow(), 0) << "the user has not clicked a row";
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualItemRect(list().item(1)).center());
    ASSERT_EQ(list().currentRow(), 1);
    panel_.show_findings({finding_about("nodes"), finding_about("faces"), finding_about("stack")});
    EXPECT_EQ(list().currentRow(), 2);
    panel_.show_findings({finding_about("boxes"), finding_about("faces")});
    EXPECT_EQ(list().currentRow(), 1) << "the last one, since there is none about the stack";
}

TEST_F(FindingsPanelTest, ShowNamesTheAllocationToo) {
    Finding finding;
    finding.view.panel = "traffic";
    finding.view.allocation = "stack";
    panel_.show_findings({finding});
    std::string allocation;
    QObject::connect(&pane().guide(), &PaneGuide::allocation_wanted,
                     [&](const std::string& wanted) { allocation = wanted; });
    QTest::mouseClick(&part<QPushButton>("findings_show"), Qt::LeftButton);
    EXPECT_EQ(allocation, "stack");
}

TEST_F(FindingsPanelTest, NoLineEndsBetweenANumberAndItsUnit) {
    Finding finding;
    finding.text = "68.2 % of its 1,234 look-ups in L1 miss.";
    panel_.show_findings({finding});
    ASSERT_EQ(list().count(), 1);
    EXPECT_EQ(list().item(0)->text(),
              QStringLiteral("1. 68.2\u00a0% of its 1,234\u00a0look-ups in L1 miss."));
    EXPECT_EQ(with_plain_spaces(list().item(0)->text()), "1. " + finding.text);
}

TEST_F(FindingsPanelTest, AChangeIsTriedInAPaneBeside) {
    Finding finding;
    const RelayoutOptions layout = possible_layouts(*pane().recording()->file, false).layouts.at(1);
    finding.gain.emplace();
    finding.gain->made_by = std::make_shared<const Change>(Change{.to = layout, .title = {}, .command = {}});
    panel_.show_findings({finding});
    auto& beside = part<QPushButton>("findings_beside");
    ASSERT_TRUE(beside.isEnabled());
    Pane& shown = pane();
    QTest::mouseClick(&beside, Qt::LeftButton);
    ASSERT_EQ(session_.pane_count(), 2U);
    EXPECT_EQ(&session_.active(), &shown) << "the list stays";
    Pane& other = session_.pane(1);
    ASSERT_TRUE(wait_for([&] { return other.recording() != nullptr && other.recording()->relaid; }));
    EXPECT_EQ(other.recording()->spec.relayouts, std::vector{to_string(layout)});
    EXPECT_EQ(other.config(), shown.config());
}

TEST_F(FindingsPanelTest, CachesAreTriedWithTheirGpuAndAStackIsNot) {
    HierarchyConfig twice = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    twice.l1.capacity *= 2;
    const auto contents = changed_contents(pane(), {.to = twice, .title = {}, .command = {}});
    ASSERT_TRUE(contents.has_value());
    EXPECT_EQ(contents->config.preset, default_preset_name);
    EXPECT_EQ(contents->config.l1, twice.l1);
    EXPECT_EQ(contents->spec, pane().recording()->spec);
    EXPECT_FALSE(changed_contents(pane(), {.to = ShortStack{}, .title = {}, .command = {}}).has_value());
    EXPECT_FALSE(changed_contents(pane(), {.to = TraceOptions{}, .title = {}, .command = {}}).has_value())
        << "the recording names no mesh";
}

TEST_F(FindingsPanelTest, EnterGoesToTheSourceLine) {
    find();
    const auto& findings = panel_.findings();
    const auto with_line =
        std::ranges::find_if(findings, [](const Finding& finding) { return !finding.view.file.empty(); });
    ASSERT_NE(with_line, findings.end());
    list().setCurrentRow(static_cast<int>(with_line - findings.begin()));
    std::pair<std::string, std::uint32_t> wanted;
    QObject::connect(&pane().guide(), &PaneGuide::line_wanted,
                     [&](const std::string& file, std::uint32_t line) {
                         wanted = {file, line};
                     });
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Return);
    EXPECT_EQ(wanted, std::pair(with_line->view.file, with_line->view.line));
}

TEST_F(FindingsPanelTest, EnterFliesToTheRegionAndOutlinesIt) {
    const RecordedScene& scene = *pane().recording()->scene;
    WorstRegion region;
    region.kind = face_kind;
    region.members = {0, 1};
    region.bounds.include(scene.vertices[scene.face_slots[0].x]);
    region.bounds.include(scene.vertices[scene.face_slots[1].y]);
    Finding finding;
    finding.view.panel = "traffic";
    finding.view.file = "kernel.cpp";
    finding.view.line = 3;
    finding.view.region = std::make_shared<const WorstRegion>(region);
    panel_.show_findings({finding});
    std::optional<Aabb> flown_to;
    QObject::connect(&pane().guide(), &PaneGuide::bounds_wanted,
                     [&](const Aabb& bounds) { flown_to = bounds; });
    std::uint32_t line = 0;
    QObject::connect(&pane().guide(), &PaneGuide::line_wanted,
                     [&](const std::string& /*file*/, std::uint32_t wanted) { line = wanted; });
    bool covers_list = false;
    QObject::connect(&pane().guide(), &PaneGuide::source_wanted, [&] { covers_list = true; });
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Return);
    ASSERT_TRUE(wait_for([&] { return flown_to.has_value(); }));
    EXPECT_EQ(flown_to->lower, region.bounds.lower);
    EXPECT_EQ(flown_to->upper, region.bounds.upper);
    EXPECT_EQ(line, 3U);
    EXPECT_FALSE(covers_list);
    ASSERT_NE(pane().marks().region(), nullptr);
    EXPECT_EQ(pane().marks().region()->bounds.upper, region.bounds.upper);
    EXPECT_FALSE(pane().marks().region()->outline->empty());
}

TEST_F(FindingsPanelTest, WhatHasNoPlaceOpensItsPanel) {
    Finding finding;
    finding.view.panel = "sms";
    panel_.show_findings({finding});
    EXPECT_FALSE(part<QPushButton>("findings_source").isEnabled());
    std::string panel;
    QObject::connect(&pane().guide(), &PaneGuide::panel_wanted,
                     [&](const std::string& wanted) { panel = wanted; });
    QTest::mouseClick(&part<QPushButton>("findings_show"), Qt::LeftButton);
    EXPECT_EQ(panel, "sms");
}

} // namespace
} // namespace hitmap
