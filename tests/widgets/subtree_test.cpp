#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/session/state/session_file.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QFrame>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

/// A part of the scene in the mesh view.
class SubtreeTest : public WindowFixture {
protected:
    SubtreeTest() {
        open_tiny();
        View view = pane().choices().view;
        view.show(box_kind);
        view.box_levels = {0, 20};
        pane().set_view(view);
        all_ = picture();
    }
    const std::optional<SubtreeChoice>& subtree() { return pane().choices().view.subtree; }
    bool drawn() {
        return wait([this] { return pane().values()->drawn_subtree() == subtree(); });
    }
    /// A box with faces below it that is not all of the tree.
    std::uint32_t inner_box() { return pane().recording()->tree->get({})->tree.tops().front(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&window_->mesh_view(), key, modifiers);
    }
    QFrame& banner() { return find<QFrame>("subtree_banner"); }
    QString text() { return find<QLabel>("subtree_text").text(); }

    QImage all_;
};

TEST_F(SubtreeTest, KeysDrawTheSubtreeOfTheSelectedBoxAloneAndHideIt) {
    activate();
    press(Qt::Key_H);
    EXPECT_EQ(subtree(), std::nullopt);
    EXPECT_THAT(message(), testing::HasSubstr("No box is selected"));
    const std::uint32_t box = inner_box();
    pane().set_selection(Selection{box_kind, box});
    EXPECT_EQ(message(), "") << "a box is selected";
    press(Qt::Key_H, Qt::ShiftModifier);
    ASSERT_EQ(subtree(), (SubtreeChoice{box, SubtreeChoice::Drawn::alone}));
    ASSERT_TRUE(drawn());
    EXPECT_TRUE(banner().isVisible());
    EXPECT_EQ(text(), QStringLiteral("Only box %1 and the boxes and faces below it are drawn.").arg(box));
    const QImage alone = picture();
    EXPECT_NE(alone, all_);
    screenshot("subtree-alone");
    press(Qt::Key_H);
    ASSERT_EQ(subtree()->drawn, SubtreeChoice::Drawn::hidden);
    ASSERT_TRUE(drawn());
    EXPECT_NE(picture(), alone);
    screenshot("subtree-hidden");
    find<QToolButton>("draw_everything").click();
    EXPECT_EQ(subtree(), std::nullopt);
    ASSERT_TRUE(drawn());
    EXPECT_FALSE(banner().isVisible());
}

TEST_F(SubtreeTest, IsUndoneAndStoredInSessions) {
    window_->session().undo(); // ends the present step of the history
    View view = pane().choices().view;
    view.subtree = SubtreeChoice{inner_box(), SubtreeChoice::Drawn::hidden};
    pane().set_view(view);
    SessionDocument document;
    document.state = window_->session().state();
    const auto read = session_from_json(session_to_json(document, "/"), "/s.json");
    EXPECT_EQ(read.document.state.panes.front().choices.view.subtree, view.subtree);
    ASSERT_TRUE(wait([this] { return window_->session().can_undo(); }));
    window_->session().undo();
    EXPECT_EQ(subtree(), std::nullopt);
    ASSERT_TRUE(drawn());
    window_->session().redo();
    EXPECT_EQ(subtree(), view.subtree);
}

TEST_F(SubtreeTest, ADialogCutsTheSceneWithAPlaneAndABox) {
    activate();
    press(Qt::Key_X, Qt::ShiftModifier);
    auto& dialog = find<QDialog>("cut_dialog");
    ASSERT_TRUE(dialog.isVisible());
    find<QGroupBox>("cut_plane").setChecked(true);
    ASSERT_TRUE(pane().choices().view.cut_plane);
    auto& offset = find<QDoubleSpinBox>("cut_offset");
    offset.setValue(0.25);
    EXPECT_EQ(pane().choices().view.cut_plane, (CutPlane{{1.0F, 0.0F, 0.0F}, 0.25F}));
    EXPECT_EQ(text(), QStringLiteral("A plane cuts the scene."));
    find<QPushButton>("cut_facing").click();
    EXPECT_EQ(pane().choices().view.cut_plane->normal, -pane().choices().view.camera.forward);
    EXPECT_NE(picture(), all_);
    screenshot("cut-plane");
    pane().set_selection(Selection{box_kind, inner_box()});
    find<QPushButton>("cut_selected").click();
    const Aabb box = pane().choices().view.cut_box.value();
    const Aabb& bounds = pane().recording()->scene->boxes[inner_box()];
    EXPECT_LT(box.lower.x, bounds.lower.x);
    EXPECT_NEAR(box.upper.y, bounds.upper.y, 0.01F * bounds.extent().y + 0.01F);
    screenshot("cut-dialog");
    find<QGroupBox>("cut_plane").setChecked(false);
    EXPECT_EQ(text(), QStringLiteral("The scene is cut to a box."));
    find<QToolButton>("draw_everything").click();
    EXPECT_EQ(pane().choices().view.cut_box, std::nullopt);
    EXPECT_FALSE(find<QGroupBox>("cut_box").isChecked()) << "the dialog follows";
    dialog.close();
}

TEST_F(SubtreeTest, BookmarksHaveNotesAndABox) {
    activate();
    const std::uint32_t box = inner_box();
    pane().set_selection(Selection{box_kind, box});
    press(Qt::Key_4, Qt::ControlModifier | Qt::ShiftModifier);
    pane().set_selection(std::nullopt);
    when_asked<QDialog>([this](QDialog& dialog) {
        auto& table = *dialog.findChild<QTableWidget*>(QStringLiteral("bookmarks"));
        ASSERT_EQ(table.rowCount(), 1);
        table.item(0, 2)->setText(QStringLiteral("the arch & its shadow"));
        window_->grab(); // the dialog is drawn, too
        dialog.grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots/bookmarks.png"));
        dialog.reject();
    });
    press(Qt::Key_0, Qt::ControlModifier);
    activate();
    press(Qt::Key_4, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().selection, (Selection{box_kind, box}));
    EXPECT_EQ(message(), "the arch & its shadow");
    press(Qt::Key_4, Qt::ControlModifier | Qt::ShiftModifier);
    press(Qt::Key_4, Qt::ControlModifier);
    EXPECT_EQ(message(), "the arch & its shadow") << "storing again keeps the note";
}

TEST_F(SubtreeTest, ABoxThatTheRecordingLacksIsNotChosen) {
    View view = pane().choices().view;
    view.subtree = SubtreeChoice{1'000'000, SubtreeChoice::Drawn::alone};
    pane().set_view(view);
    EXPECT_EQ(subtree(), std::nullopt);
    view.subtree = SubtreeChoice{inner_box(), SubtreeChoice::Drawn::alone};
    pane().set_view(view);
    ASSERT_TRUE(drawn());
    const QString other = folder_.filePath(QStringLiteral("other.hmt"));
    write_tiny_recording_of_another_tree(other.toStdString());
    pane().open(other.toStdString());
    ASSERT_TRUE(settle());
    EXPECT_EQ(subtree(), std::nullopt) << "the box is one of another tree";
}

TEST_F(SubtreeTest, AMetricOfBoxesShowsThem) {
    View view = pane().choices().view;
    view.show(box_kind, false);
    pane().set_view(view);
    auto& metric = visible<QComboBox>("bar_metric");
    metric.setCurrentIndex(metric.findText(QStringLiteral("SAH cost")));
    EXPECT_EQ(pane().choices().metric, "sah-cost"_metric);
    EXPECT_TRUE(pane().choices().view.shows(box_kind));
    ASSERT_TRUE(wait([this] { return pane().values()->metric == "sah-cost"_metric; }));
    const auto shape = pane().recording()->tree->get({});
    const auto& values = *pane().values()->kinds[box_kind].values;
    ASSERT_EQ(values.size(), shape->costs.sah.size());
    for (std::size_t box = 0; box < values.size(); ++box)
        EXPECT_EQ(values[box], static_cast<float>(shape->costs.sah[box])) << "accessed or not";
    screenshot("sah-cost");
}

} // namespace
} // namespace hitmap
