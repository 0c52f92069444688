#include "core/analysis/groups/element_groups.h"
#include "core/trace/model/element_kind.h"
#include "tests/widgets/opened_session.h"
#include "widgets/groups/group_histogram.h"
#include "widgets/groups/groups_panel.h"
#include "widgets/panes/range_chips.h"
#include "widgets/session/files/session_file.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

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
            count += !scene.is_padding(slot) && pane().values()->part->elements->faces[slot] ? 1 : 0;
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
    const auto groups =
        group_elements(*pane().recording()->scene, profile, {0, profile.positions()}, Property::box_level);
    const auto shown = panel_->histogram();
    ASSERT_EQ(shown->bins.size(), groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(shown->bins[i].elements, groups[i].elements);
        EXPECT_EQ(shown->bins[i].sums, groups[i].sums);
    }
    EXPECT_FALSE(pane().choices().view.show_boxes);
    drag(1, 1);
    EXPECT_TRUE(pane().choices().view.show_boxes) << "otherwise nothing would change";
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(wait_for([&] { return panel_->histogram() != shown; }));
    EXPECT_LT(panel_->histogram()->bins[0].sums.accesses, shown->bins[0].sums.accesses);
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
