#include "core/analysis/groups/element_groups.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/models/pixel_tables.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/element_kind.h"
#include "tests/widgets/opened_session.h"
#include "widgets/base/format.h"
#include "widgets/elements/group_histogram.h"
#include "widgets/elements/group_scatter.h"
#include "widgets/elements/groups_panel.h"
#include "widgets/elements/worst_panel.h"
#include "widgets/panes/range_chips.h"
#include "widgets/session/state/session_file.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// The panel and the chips alone in a window, driven by events.
class GroupsPanelTest : public OpenedSession {
protected:
    GroupsPanelTest() : panel_(new GroupsPanel(pane())), chips_(new RangeChips(pane())) {
        auto* rows = new QVBoxLayout(&window_);
        rows->addWidget(chips_);
        rows->addWidget(panel_);
        window_.resize(600, 500);
        window_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window_, patience_ms));
        EXPECT_TRUE(wait_for([this] { return panel_->histogram() != nullptr; }));
    }

    template <class T>
    T& find_in_groups(const char* name) {
        T* widget = window_.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    GroupHistogram& plot() { return find_in_groups<GroupHistogram>("groups_plot"); }
    const std::vector<ElementRange>& ranges() { return pane().choices().view.only_ranges; }
    void drag(std::size_t from, std::size_t to) {
        const auto at = [&](std::size_t bin) { return plot().area_of(bin).center().toPoint(); };
        QTest::mousePress(&plot(), Qt::LeftButton, {}, at(from));
        QTest::mouseMove(&plot(), at(to));
        QTest::mouseRelease(&plot(), Qt::LeftButton, {}, at(to));
    }
    void show_against(const char* quantity) {
        auto& against = find_in_groups<QComboBox>("groups_against");
        const int place = against.findText(QString::fromLatin1(quantity));
        ASSERT_GE(place, 0) << quantity;
        against.setCurrentIndex(place);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&plot(), key, modifiers);
    }
    bool drawn() {
        return wait_for([this] { return pane().values()->drawn_ranges() == ranges(); });
    }
    std::uint64_t drawn_faces() {
        std::uint64_t count = 0;
        const RecordedScene& scene = *pane().recording()->scene;
        for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot)
            count +=
                !scene.is_padding(slot) && pane().values()->part->elements->draws(face_kind, slot) ? 1 : 0;
        return count;
    }

    QWidget window_;
    GroupsPanel* panel_;
    RangeChips* chips_;
};

TEST_F(GroupsPanelTest, ADragDrawsTheFacesOfItsBinsAndAChipDrawsAllAgain) {
    EXPECT_FALSE(chips_->isVisible());
    const auto bins = panel_->histogram()->bins;
    ASSERT_GT(bins.size(), 6U);
    drag(5, 2);
    ASSERT_EQ(ranges().size(), 1U);
    EXPECT_EQ(ranges()[0].quantity->name, "face-slant");
    EXPECT_EQ(ranges()[0].from, bins[2].from);
    EXPECT_EQ(ranges()[0].to, bins[5].to);
    ASSERT_TRUE(drawn());
    EXPECT_EQ(drawn_faces(), bins[2].elements + bins[3].elements + bins[4].elements + bins[5].elements);
    EXPECT_TRUE(chips_->isVisible());
    EXPECT_TRUE(find_in_groups<QPushButton>("groups_clear").isEnabled());
    auto& chip = find_in_groups<QToolButton>("range_chip");
    window_.activateWindow();
    chip.setFocus();
    QTest::keyClick(&chip, Qt::Key_Space);
    EXPECT_TRUE(ranges().empty());
    ASSERT_TRUE(drawn());
    EXPECT_EQ(pane().values()->part, std::nullopt);
    EXPECT_FALSE(chips_->isVisible());
}

TEST_F(GroupsPanelTest, KeysReadBinsAndChooseARange) {
    const auto bins = panel_->histogram()->bins;
    press(Qt::Key_Home);
    press(Qt::Key_Right);
    EXPECT_EQ(plot().cursor(), 1U);
    EXPECT_TRUE(ranges().empty());
    EXPECT_NE(find_in_groups<QLabel>("groups_read").text().indexOf(QStringLiteral("Slant of faces from")),
              -1);
    press(Qt::Key_Right, Qt::ShiftModifier);
    press(Qt::Key_Right, Qt::ShiftModifier);
    ASSERT_EQ(ranges().size(), 1U);
    EXPECT_EQ(ranges()[0].from, bins[1].from);
    EXPECT_EQ(ranges()[0].to, bins[3].to);
    press(Qt::Key_End);
    press(Qt::Key_Space);
    EXPECT_EQ(ranges()[0].from, bins.back().from);
    EXPECT_EQ(ranges()[0].to, bins.back().to);
    press(Qt::Key_Escape);
    EXPECT_TRUE(ranges().empty());
}

TEST_F(GroupsPanelTest, BoxesByLevelAreTheGroupsThatAreExported) {
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("Level of boxes")));
    ASSERT_TRUE(wait_for([this] { return panel_->histogram() != nullptr; }));
    const Profile& profile = *pane().profile();
    const auto groups = group_elements(*pane().recording()->scene, profile, {0, profile.positions()},
                                       *property_named("box-level"));
    const auto shown = panel_->histogram();
    ASSERT_EQ(shown->bins.size(), groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(shown->bins[i].elements, groups[i].elements);
        EXPECT_EQ(shown->bins[i].sums, groups[i].sums);
    }
    EXPECT_FALSE(pane().choices().view.shows(box_kind));
    drag(1, 1);
    EXPECT_TRUE(pane().choices().view.shows(box_kind)) << "otherwise nothing would change";
    EXPECT_EQ(pane().choices().view.box_levels, (LevelRange{1, 1}));
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(wait_for([&] { return panel_->histogram() != shown; }));
    EXPECT_LT(panel_->histogram()->bins[0].sums.accesses, shown->bins[0].sums.accesses);
}

TEST_F(GroupsPanelTest, TheReadoutHasTheSumsOfTheChosenRange) {
    const auto& read = find_in_groups<QLabel>("groups_read");
    drag(2, 4);
    const ElementBin sum = sum_of_bins(*panel_->histogram(), 2, 4);
    const std::string text = read.text().toStdString();
    EXPECT_EQ(text.rfind("Chosen: Slant of faces from", 0), 0U) << text;
    EXPECT_NE(text.find(": " + std::to_string(sum.elements) + " elements"), std::string::npos) << text;
    EXPECT_NE(text.find(hits_of_lookups_text(sum.sums.l1).toStdString()), std::string::npos) << text;
    EXPECT_NE(text.find('\n'), std::string::npos) << "and the bar under the pointer";
}

TEST_F(GroupsPanelTest, ARectangleOfTheScatterPlotSetsBothRanges) {
    show_against("Access count of faces");
    ASSERT_TRUE(wait_for([this] { return panel_->scatter() != nullptr; }));
    EXPECT_FALSE(plot().isVisible());
    auto& scatter = find_in_groups<GroupScatter>("groups_scatter");
    const auto counts = panel_->scatter();
    ASSERT_GT(counts->x.size(), 4U);
    ASSERT_GT(counts->y.size(), 2U);
    const auto at = [&](std::size_t column, std::size_t row) {
        return scatter.area_of({column, row}).center().toPoint();
    };
    QTest::mousePress(&scatter, Qt::LeftButton, {}, at(3, 2));
    QTest::mouseMove(&scatter, at(1, 0));
    QTest::mouseRelease(&scatter, Qt::LeftButton, {}, at(1, 0));
    ASSERT_EQ(ranges().size(), 2U);
    EXPECT_EQ(ranges()[0],
              (ElementRange{element_quantity_named("face-slant"), counts->x.from(1), counts->x.to(3)}));
    EXPECT_EQ(ranges()[1], (ElementRange{element_quantity_named("face-access-count"), counts->y.from(0),
                                         counts->y.to(2)}));
    ASSERT_TRUE(drawn());
    std::uint64_t elements = 0;
    for (std::size_t row = 0; row <= 2; ++row)
        for (std::size_t column = 1; column <= 3; ++column)
            elements += counts->elements(column, row);
    EXPECT_EQ(drawn_faces(), elements);
    EXPECT_NE(
        find_in_groups<QLabel>("groups_read").text().indexOf(QStringLiteral(": %1 elements").arg(elements)),
        -1);
    QTest::keyClick(&scatter, Qt::Key_Escape);
    EXPECT_TRUE(ranges().empty());
    QTest::keyClick(&scatter, Qt::Key_Home);
    QTest::keyClick(&scatter, Qt::Key_PageUp);
    EXPECT_EQ(scatter.cursor(), (GroupScatter::Cell{0, counts->y.size() - 1}));
    QTest::keyClick(&scatter, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&scatter, Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_EQ(ranges().size(), 2U);
    EXPECT_EQ(ranges()[0].from, counts->x.from(0));
    EXPECT_EQ(ranges()[0].to, counts->x.to(1));
    EXPECT_EQ(ranges()[1].from, counts->y.from(counts->y.size() - 2));
    EXPECT_EQ(ranges()[1].to, counts->y.to(counts->y.size() - 1));
    QTest::mouseClick(&find_in_groups<QPushButton>("groups_clear"), Qt::LeftButton);
    EXPECT_TRUE(ranges().empty());
}

TEST_F(GroupsPanelTest, RaysAreCountedWhenTheirQuantityIsChosenAndRangesOfThemAreDrawnAndUndone) {
    const std::string paths = folder_.filePath(QStringLiteral("paths.hmt")).toStdString();
    write_tiny_recording_of_rays(paths, "path:2");
    pane().open(paths);
    ASSERT_TRUE(wait_for([&] { return pane().recording() != nullptr && pane().recording()->spec == paths; }));
    session_.undo(); // ends the present step of the history
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("Mean bounce of rays at faces")));
    ASSERT_TRUE(wait_for([this] { return panel_->histogram() != nullptr; }));
    const HmtFile& file = *pane().recording()->file;
    ThreadPool pool(1);
    const ElementMeans means = mean_over_rays(*request_source(file, pool), RayMean::bounce);
    const auto shown = panel_->histogram();
    ASSERT_GT(shown->bins.size(), 3U);
    for (const ElementBin& bin : shown->bins)
        EXPECT_EQ(bin.elements, std::ranges::count_if(means[face_kind], [&](float mean) {
                      return mean >= bin.from && mean <= bin.to;
                  }));
    const std::size_t last = shown->bins.size() - 1;
    drag(1, last);
    ASSERT_EQ(ranges().size(), 1U);
    EXPECT_EQ(ranges()[0], (ElementRange{element_quantity_named("face-bounce"), shown->bins[1].from,
                                         shown->bins[last].to}));
    ASSERT_TRUE(drawn());
    EXPECT_EQ(drawn_faces(), sum_of_bins(*shown, 1, last).elements);
    EXPECT_GT(drawn_faces(), 0U);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    session_.undo();
    EXPECT_TRUE(ranges().empty());
    show_against("Mean lateness of rays at faces");
    ASSERT_TRUE(wait_for([this] { return panel_->scatter() != nullptr; }));
    EXPECT_GT(panel_->scatter()->y.size(), 3U);
}

TEST_F(GroupsPanelTest, ARecordingWithoutLaneTagsSaysWhyRaysAreNotKnown) {
    const std::string untagged = folder_.filePath(QStringLiteral("untagged.hmt")).toStdString();
    write_tiny_recording_without_tags(untagged);
    draw_ranges(pane(), {{element_quantity_named("box-bounce"), 0.0F, 1.0F}});
    pane().open(untagged);
    ASSERT_TRUE(
        wait_for([&] { return pane().recording() != nullptr && pane().recording()->spec == untagged; }));
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("Mean lateness of rays at boxes")));
    const auto& note = find_in_groups<QLabel>("groups_note");
    EXPECT_EQ(
        note.text(),
        QStringLiteral("This recording has no lane tags, which say by which rays elements were accessed."));
    EXPECT_EQ(panel_->histogram(), nullptr);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pane().values()->drawn_ranges().empty()) << "what is not known restricts nothing";
}

TEST_F(GroupsPanelTest, AQuantityIsNotOfferedAgainstItself) {
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    auto& against = find_in_groups<QComboBox>("groups_against");
    EXPECT_EQ(against.findText(quantity.currentText()), -1);
    show_against("Access count of faces");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("Access count of faces")));
    EXPECT_EQ(against.currentIndex(), 0) << "hits and misses";
    EXPECT_EQ(against.findText(QStringLiteral("Access count of faces")), -1);
    EXPECT_GT(against.findText(QStringLiteral("Slant of faces")), 0);
}

TEST_F(GroupsPanelTest, ARangeKeepsItsNumbersWhenTheBinsChange) {
    const auto& read = find_in_groups<QLabel>("groups_read");
    draw_ranges(pane(), {{element_quantity_named("face-slant"), 1.25F, 30.5F}});
    const ElementBin touched =
        sum_of_bins(*panel_->histogram(), plot().marked_bins()->first, plot().marked_bins()->second);
    ASSERT_NE(touched.to, 30.5F);
    const QString chip = find_in_groups<QToolButton>("range_chip").text();
    ASSERT_TRUE(chip.endsWith(QStringLiteral("from 1.25 to 30.5 degrees"))) << chip.toStdString();
    EXPECT_TRUE(read.text().startsWith(QStringLiteral("Chosen: Slant of faces from 1.25 to 30.5 degrees. ")))
        << read.text().toStdString();
    EXPECT_NE(read.text().indexOf(QStringLiteral(": %1 elements").arg(touched.elements)), -1);
    draw_ranges(pane(), {{element_quantity_named("face-slant"), 1e6F, 2e6F}});
    EXPECT_TRUE(read.text().endsWith(QStringLiteral("The plot has nothing of it.")))
        << read.text().toStdString();
}

TEST_F(GroupsPanelTest, ThePlotStaysWhereItIsWhileBinsAreReadAndChosen) {
    chips_->hide();
    window_.layout()->removeWidget(chips_);
    chips_->setParent(nullptr);
    window_.resize(340, 620);
    QRect before;
    for (int settled = 0; settled < 5; ++settled) { // nested layouts need several rounds of events
        if (plot().geometry() != before) settled = 0;
        before = plot().geometry();
        QCoreApplication::processEvents();
    }
    for (int i = 0; i < 4; ++i) {
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCoreApplication::processEvents();
        EXPECT_EQ(plot().geometry(), before);
    }
    delete chips_;
}

TEST_F(GroupsPanelTest, AMetricOfReasonsOfMissesSaysHowItIsKnown) {
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    const int place = quantity.findText(QStringLiteral("conflict"), Qt::MatchContains);
    ASSERT_GE(place, 0);
    quantity.setCurrentIndex(place);
    const QString note = find_in_groups<QLabel>("groups_note").text();
    EXPECT_TRUE(note.contains(QStringLiteral("Explain misses under Caches"))) << note.toStdString();
    EXPECT_TRUE(note.contains(QStringLiteral("choose a GPU"))) << "the model has no reasons of misses";
}

TEST_F(GroupsPanelTest, BoxesHaveAScatterPlotAndRangesOfThemShowTheirLevels) {
    auto& quantity = find_in_groups<QComboBox>("groups_quantity");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("Level of boxes")));
    show_against("L1 misses of boxes");
    ASSERT_TRUE(wait_for([this] { return panel_->scatter() != nullptr; }));
    auto& scatter = find_in_groups<GroupScatter>("groups_scatter");
    const auto counts = panel_->scatter();
    ASSERT_GT(counts->x.size(), 2U);
    scatter.setFocus();
    QTest::keyClick(&scatter, Qt::Key_Home);
    QTest::keyClick(&scatter, Qt::Key_Right);
    QTest::keyClick(&scatter, Qt::Key_Right);
    QTest::keyClick(&scatter, Qt::Key_PageUp, Qt::ShiftModifier);
    ASSERT_EQ(ranges().size(), 2U);
    EXPECT_TRUE(pane().choices().view.shows(box_kind));
    const auto level = static_cast<std::uint16_t>(ranges()[0].from);
    EXPECT_EQ(pane().choices().view.box_levels, (LevelRange{level, level}));
}

TEST_F(GroupsPanelTest, NamedFiltersAreStoredChosenUndoneAndRemoved) {
    session_.undo(); // ends the present step of the history
    auto& name = find_in_groups<QLineEdit>("filters_name");
    auto& store = find_in_groups<QPushButton>("filters_store");
    auto& menu = find_in_groups<QMenu>("filters_menu");
    auto& button = find_in_groups<QToolButton>("filters_button");
    EXPECT_FALSE(store.isEnabled());
    EXPECT_FALSE(button.isEnabled());
    drag(3, 4);
    const auto chosen = ranges();
    QTest::keyClicks(&name, QStringLiteral("steep & near"));
    ASSERT_TRUE(store.isEnabled());
    QTest::mouseClick(&store, Qt::LeftButton);
    const auto named = [this]() -> const std::vector<NamedRanges>& {
        return pane().choices().view.named_ranges;
    };
    ASSERT_EQ(named().size(), 1U);
    EXPECT_EQ(named()[0], (NamedRanges{"steep & near", chosen}));
    EXPECT_EQ(name.text(), QString());
    SessionDocument document;
    document.state = session_.state();
    const auto read = session_from_json(session_to_json(document, "/"), "/s.json");
    EXPECT_EQ(read.document.state.panes.front().choices.view.named_ranges, named());
    drag(0, 1);
    EXPECT_NE(ranges(), chosen);
    EXPECT_FALSE(menu.actions().front()->isChecked());
    menu.actions().front()->trigger();
    EXPECT_EQ(ranges(), chosen);
    EXPECT_TRUE(menu.actions().front()->isChecked());
    EXPECT_EQ(menu.actions().front()->text(), QStringLiteral("steep && near"));
    session_.redo(); // ends the present step of the history
    menu.actions().back()->menu()->actions().front()->trigger();
    EXPECT_TRUE(named().empty());
    EXPECT_EQ(ranges(), chosen) << "what is chosen stays";
    session_.undo();
    ASSERT_EQ(named().size(), 1U);
    EXPECT_TRUE(button.isEnabled());
}

TEST_F(GroupsPanelTest, TheImageCountsAccessesToChosenElementsAlone) {
    pane().set_image_look({pixel_quantity_named("faces"), {}});
    pane().set_shown(Shown::image);
    ASSERT_TRUE(wait_for([this] { return pane().image().values() != nullptr; }));
    const auto whole = *pane().image().values()->values;
    drag(2, 4);
    ASSERT_TRUE(drawn());
    ASSERT_TRUE(wait_for([this] { return pane().image().values()->request.counted.ranges == ranges(); }));
    const Simulation& simulation = *pane().simulation();
    ThreadPool pool(1);
    const auto source = request_source(*simulation.recording->file, pool, 0, simulation.recording->scene);
    const PixelTable table = make_pixel_table(*source, simulation.model, {{}, pane().values()->chosen()},
                                              {0, simulation.profile->positions()}, pool);
    const auto& shown = *pane().image().values()->values;
    ASSERT_EQ(shown.size(), table.pixels());
    double faces = 0.0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        EXPECT_EQ(std::isnan(shown[i]), table.sums[i].requests == 0) << i;
        if (table.sums[i].requests == 0) continue;
        EXPECT_EQ(shown[i], static_cast<float>(table.sums[i].accesses[face_kind])) << i;
        faces += shown[i];
    }
    const ElementBin chosen = sum_of_bins(*panel_->histogram(), 2, 4);
    EXPECT_EQ(ranges().front().from, chosen.from);
    EXPECT_EQ(ranges().front().to, chosen.to);
    // Each access of a pixel's lane to a chosen face is one of the accesses of its bin.
    EXPECT_EQ(faces, static_cast<double>(chosen.sums.accesses));
    EXPECT_NE(shown, whole);
    EXPECT_TRUE(chips_->isVisible());
    EXPECT_NE(find_in_groups<QLabel>("range_note").text().indexOf(QStringLiteral("Pixels count only")), -1);
}

TEST_F(GroupsPanelTest, WorstListsOnlyElementsWithinTheRanges) {
    WorstPanel worst(pane());
    worst.resize(500, 400);
    worst.show();
    auto& table = *worst.findChild<QTableView*>(QStringLiteral("worst_view"));
    auto& kind = *worst.findChild<QComboBox*>(QStringLiteral("worst_kind"));
    ASSERT_TRUE(wait_for([&] { return table.model()->rowCount() > 0; }));
    const int all = table.model()->rowCount();
    drag(2, 4);
    ASSERT_TRUE(drawn());
    std::uint64_t missing = 0;
    WindowSums sums;
    pane().profile()->window({0, pane().profile()->positions()}, sums);
    const auto chosen = pane().values()->chosen();
    for (std::size_t f = 0; f < sums.elements[face_kind].size(); ++f)
        missing += chosen->shows(face_kind, f) && sums.elements[face_kind][f].l1().miss_count() > 0.0 ? 1 : 0;
    ASSERT_LT(missing, static_cast<std::uint64_t>(all));
    ASSERT_TRUE(wait_for([&] { return table.model()->rowCount() == static_cast<int>(missing); }));
    const auto note = [&] { return worst.findChild<QLabel*>(QStringLiteral("worst_note"))->text(); };
    EXPECT_NE(note().indexOf(QStringLiteral("Only faces within the ranges")), -1);
    kind.setCurrentIndex(kind.findText(QStringLiteral("Boxes")));
    ASSERT_TRUE(wait_for([&] { return note().indexOf(QStringLiteral("All boxes are listed")) != -1; }));
}

TEST_F(GroupsPanelTest, ARangeWithoutElementsIsToldAndOtherListsSayThatTheyHaveAll) {
    RangeNote note(pane());
    EXPECT_FALSE(note.isVisibleTo(nullptr));
    draw_ranges(pane(), {{element_quantity_named("face-area"), 1e9F, 2e9F}});
    ASSERT_TRUE(drawn());
    EXPECT_EQ(find_in_groups<QLabel>("range_note").text(),
              QStringLiteral("No face is within the ranges, so that none is shown."));
    EXPECT_FALSE(note.isHidden());
    remove_range(pane(), *element_quantity_named("face-area"));
    EXPECT_TRUE(note.isHidden());
    EXPECT_TRUE(chips_->isHidden());
    ASSERT_TRUE(drawn());
    EXPECT_TRUE(find_in_groups<QLabel>("range_note").isHidden());
}

TEST_F(GroupsPanelTest, RangesOfMetricsFollowTheFrames) {
    draw_ranges(pane(), {{element_quantity_named("face-access-count"), 1.0F, 2.0F}});
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(settle());
    const auto chosen = pane().values()->chosen();
    ASSERT_NE(chosen, nullptr);
    WindowSums sums;
    pane().profile()->window(pane().values()->window, sums);
    for (std::size_t f = 0; f < pane().recording()->scene->face_slots.size(); ++f) {
        const std::uint32_t accesses = sums.elements[face_kind][f].accesses;
        const bool expected = !pane().recording()->scene->is_padding(f) && accesses >= 1 && accesses <= 2;
        EXPECT_EQ(chosen->shows(face_kind, f), expected) << f;
    }
}

TEST_F(GroupsPanelTest, RangesAreUndoneAndStoredInSessions) {
    session_.undo(); // ends the present step of the history
    drag(3, 4);
    const auto chosen = ranges();
    ASSERT_EQ(chosen.size(), 1U);
    SessionDocument document;
    document.state = session_.state();
    const auto read = session_from_json(session_to_json(document, "/"), "/s.json");
    EXPECT_EQ(read.document.state.panes.front().choices.view.only_ranges, chosen);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    session_.undo();
    EXPECT_TRUE(ranges().empty());
    session_.redo();
    EXPECT_EQ(ranges(), chosen);
    ASSERT_TRUE(drawn());
}

} // namespace
} // namespace hitmap
