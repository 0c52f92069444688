#include "core/trace/model/element_kind.h"
#include "tests/widgets/matrix_product.h"
#include "tests/widgets/opened_session.h"
#include "widgets/base/format.h"
#include "widgets/elements/box_tree_model.h"
#include "widgets/elements/box_tree_view.h"
#include "widgets/elements/tree_panel.h"
#include "widgets/plot/xy_plot.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace hitmap {
namespace {

int column_named(const char* key) {
    const auto& columns = tree_panel_columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].info.key == key) return static_cast<int>(i);
    throw std::runtime_error(std::string("no column ") + key);
}

/// The panel alone in a window, driven by events.
class TreePanelTest : public OpenedSession {
protected:
    TreePanelTest() : panel_(pane()) {
        panel_.resize(900, 700);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
        EXPECT_TRUE(wait_for([this] { return model().tree_data() != nullptr; }));
    }

    template <class T>
    T& find(const char* name) {
        T* widget = panel_.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    BoxTreeView& view() { return find<BoxTreeView>("tree_view"); }
    BoxTreeModel& model() { return dynamic_cast<BoxTreeModel&>(*view().model()); }
    const BoxTree& tree() { return model().tree_data()->table->shape->tree; }
    void focus() {
        panel_.activateWindow();
        view().setFocus();
        ASSERT_TRUE(wait_for([this] { return view().hasFocus(); }));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&view(), key, modifiers);
    }
    void click_header(int column) {
        QHeaderView& header = *view().header();
        view().scrollTo(model().index(0, column));
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 8, header.height() / 2});
    }
    std::uint32_t box_of(const QModelIndex& row) { return model().box_at(row).value(); }
    std::vector<std::uint32_t> rows_below(const QModelIndex& parent) {
        std::vector<std::uint32_t> boxes;
        for (int row = 0; row < model().rowCount(parent); ++row)
            boxes.push_back(box_of(model().index(row, 0, parent)));
        return boxes;
    }
    std::optional<Selection> selection() { return pane().choices().selection; }
    /// Whether the chain of parents leads from a box to another one.
    bool is_below(std::uint32_t box, std::uint32_t top) {
        const std::vector<std::int32_t>& parents = pane().recording()->scene->box_parent;
        auto above = static_cast<std::int32_t>(box);
        while (above >= 0 && above != static_cast<std::int32_t>(top))
            above = parents[static_cast<std::size_t>(above)];
        return above >= 0;
    }
    /// The sums of a box and of all boxes whose chain of parents leads to it.
    BoxSums sums_below(std::uint32_t top) {
        WindowSums sums;
        const Profile& profile = *pane().profile();
        profile.window(frame_range_window(profile.positions(), pane().choices().frames), sums);
        BoxSums below;
        for (std::uint32_t box = 0; box < pane().recording()->scene->box_parent.size(); ++box) {
            const ElementSums& element = sums.elements[box_kind].at(box);
            if (is_below(box, top)) below += {element.accesses, {element.l1(), element.l2()}};
        }
        return below;
    }
    std::string cell(const QModelIndex& row, const char* key, int role = Qt::DisplayRole) {
        return row.siblingAtColumn(column_named(key)).data(role).toString().toStdString();
    }

    TreePanel panel_;
};

TEST_F(TreePanelTest, RowsHaveTheFiguresOfBoxesAndSubtrees) {
    const auto tops = rows_below({});
    EXPECT_EQ(tops, std::vector(tree().tops().begin(), tree().tops().end()));
    focus();
    press(Qt::Key_Asterisk);
    for (QModelIndex row = model().index(0, 0); row.isValid(); row = view().indexBelow(row)) {
        const std::uint32_t box = box_of(row);
        const BoxSums sums = sums_below(box);
        EXPECT_EQ(cell(row, "box"), count_text(box).toStdString());
        EXPECT_EQ(cell(row, "level"), std::to_string(tree().level(box)));
        EXPECT_EQ(cell(row, "subtree_accesses"), count_text(sums.accesses).toStdString()) << box;
        EXPECT_EQ(cell(row, "subtree_l1_hit_rate"), rate_text(sums.levels[0]).toStdString()) << box;
        if (sums.levels[1].lookups == 0) {
            EXPECT_EQ(cell(row, "subtree_l2_misses"), undefined_text().toStdString()) << "not 0";
        } else {
            EXPECT_EQ(cell(row, "subtree_l2_hit_rate", Qt::ToolTipRole),
                      hits_of_lookups_text(sums.levels[1]).toStdString());
        }
    }
    EXPECT_NE(find<QLabel>("tree_note").text().indexOf(QStringLiteral("look-ups of lanes")), -1);
}

TEST_F(TreePanelTest, KeysStepThroughTheTreeAndPinBoxes) {
    focus();
    press(Qt::Key_Down);
    const std::uint32_t top = view().current_box().value();
    EXPECT_EQ(selection(), (Selection{box_kind, top}));
    ASSERT_FALSE(tree().is_leaf(top));
    press(Qt::Key_Right, Qt::ControlModifier);
    const std::uint32_t child = tree().first_child(top);
    EXPECT_EQ(selection(), (Selection{box_kind, child})) << "the first child";
    press(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(tree().parent(view().current_box().value()), child);
    press(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(view().current_box(), child) << "the parent";
    press(Qt::Key_Down, Qt::ControlModifier);
    EXPECT_EQ(view().current_box(), tree().next_sibling(child)) << "past the rows below the first child";
    EXPECT_EQ(selection(), (Selection{box_kind, tree().next_sibling(child)}));
    press(Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(view().current_box(), child);
    press(Qt::Key_Left); // closes it
    press(Qt::Key_Left);
    EXPECT_EQ(view().current_box(), top);
}

TEST_F(TreePanelTest, GettingTheKeyboardSelectsNothing) {
    focus();
    EXPECT_FALSE(selection());
}

TEST_F(TreePanelTest, AClickOnAHeaderSortsTheChildrenOfEachBox) {
    focus();
    press(Qt::Key_Asterisk);
    pane().set_selection(Selection{box_kind, tree().first_child(tree().tops().front())});
    const auto shown = view().current_box();
    const int column = column_named("subtree_l1_misses");
    const auto misses = [&](std::uint32_t box) { return sums_below(box).levels[0].miss_count(); };
    click_header(column);
    EXPECT_EQ(model().sibling_order(), (SiblingOrder{column, Qt::DescendingOrder}));
    const auto sorted = [&](bool rising) {
        for (QModelIndex row = model().index(0, 0); row.isValid(); row = view().indexBelow(row)) {
            std::vector<double> values;
            for (const std::uint32_t box : rows_below(row.parent()))
                values.push_back(misses(box));
            if (rising ? !std::ranges::is_sorted(values)
                       : !std::ranges::is_sorted(values, std::ranges::greater()))
                return false;
        }
        return true;
    };
    EXPECT_TRUE(sorted(false));
    EXPECT_EQ(view().current_box(), shown) << "the row of the selected box has moved with it";
    click_header(column);
    EXPECT_TRUE(sorted(true));
}

TEST_F(TreePanelTest, TheWorstPathLeadsToMostMisses) {
    std::vector<std::uint32_t> open(tree().tops().begin(), tree().tops().end());
    std::uint32_t end = BoxTree::none;
    while (!open.empty()) {
        const std::uint32_t most = *std::ranges::max_element(
            open, {}, [&](std::uint32_t box) { return sums_below(box).levels[0].miss_count(); });
        if (sums_below(most).levels[0].miss_count() == 0.0) break;
        end = most;
        open = ordered_children(*model().tree_data()->table, end, {});
    }
    QTest::mouseClick(&find<QPushButton>("tree_worst"), Qt::LeftButton);
    EXPECT_EQ(selection(), (Selection{box_kind, end}));
    EXPECT_EQ(view().current_box(), end);
    EXPECT_TRUE(view().viewport()->rect().intersects(view().visualRect(view().currentIndex())));
    pane().set_selection(std::nullopt);
    focus();
    press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(wait_for([&] { return selection() == Selection{box_kind, end}; }));
}

TEST_F(TreePanelTest, ABoxIsFoundByItsNumber) {
    focus();
    press(Qt::Key_F, Qt::ControlModifier);
    auto& search = find<QLineEdit>("tree_search");
    ASSERT_TRUE(wait_for([&] { return search.hasFocus(); }));
    const auto last = static_cast<std::uint32_t>(tree().size() - 1);
    QTest::keyClicks(&search, QString::number(last));
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_EQ(selection(), (Selection{box_kind, last}));
    EXPECT_EQ(view().current_box(), last);
    EXPECT_TRUE(view().hasFocus()) << "so that the keys go on from there";
    press(Qt::Key_F, Qt::ControlModifier);
    ASSERT_TRUE(wait_for([&] { return search.hasFocus(); }));
    QTest::keyClicks(&search, QStringLiteral("1000000"));
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_EQ(view().current_box(), last);
    EXPECT_EQ(find<QLabel>("tree_found").text().toStdString(),
              "There is no box \"1000000\": boxes have the numbers 0 to " + std::to_string(last) + ".");
    EXPECT_TRUE(find<QLabel>("tree_found").isVisible());
    QTest::keyClick(&search, Qt::Key_Backspace);
    EXPECT_FALSE(find<QLabel>("tree_found").isVisible());
}

TEST_F(TreePanelTest, TheSelectedBoxOfThePaneIsTheCurrentRow) {
    std::uint32_t deep = 0;
    for (std::uint32_t box = 0; box < tree().size(); ++box)
        if (tree().level(box) > tree().level(deep)) deep = box;
    pane().set_selection(Selection{box_kind, deep});
    EXPECT_EQ(view().current_box(), deep);
    EXPECT_TRUE(view().viewport()->rect().intersects(view().visualRect(view().currentIndex())));
    pane().set_selection(Selection{face_kind, 1});
    EXPECT_FALSE(view().current_box());
    const QModelIndex top = model().index(0, 0);
    view().scrollTo(top);
    const QRect place = view().visualRect(top);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place.center());
    EXPECT_EQ(selection(), (Selection{box_kind, box_of(top)}));
    std::optional<Selection> flown;
    QObject::connect(&pane().guide(), &PaneGuide::element_wanted, [&](const Selection& to) { flown = to; });
    QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, place.center());
    EXPECT_EQ(flown, selection());
}

TEST_F(TreePanelTest, FramesChangeTheFiguresAndNotTheRows) {
    focus();
    press(Qt::Key_Asterisk);
    const QModelIndex first = model().index(0, 0);
    const auto rows = rows_below(first);
    const auto before = model().tree_data();
    const std::string all = cell(first, "subtree_accesses");
    pane().set_frames({4, 1});
    EXPECT_EQ(model().tree_data(), before) << "the old rows stay until the new ones are ready";
    ASSERT_TRUE(wait_for([this] { return model().tree_data()->frames == FrameRange{4, 1}; }));
    EXPECT_EQ(model().tree_data()->table->shape, before->table->shape) << "is not measured again";
    EXPECT_EQ(rows_below(first), rows);
    EXPECT_TRUE(view().isExpanded(first));
    EXPECT_NE(cell(first, "subtree_accesses"), all);
    EXPECT_EQ(cell(first, "subtree_accesses"), count_text(sums_below(box_of(first)).accesses).toStdString());
}

TEST_F(TreePanelTest, BarsAddUpTheLevels) {
    const auto& plot = find<XyPlot>("tree_levels");
    std::vector<double> misses;
    std::vector<double> lookups;
    std::vector<double> accessed;
    for (std::uint32_t box = 0; box < tree().size(); ++box) {
        const std::size_t level = tree().level(box);
        for (auto* values : {&misses, &lookups, &accessed})
            values->resize(std::max(values->size(), level + 1));
        const BoxSums& sums = model().tree_data()->table->boxes[box];
        misses[level] += sums.levels[0].miss_count();
        lookups[level] += static_cast<double>(sums.levels[0].lookups);
        accessed[level] += sums.accesses > 0 ? 1.0 : 0.0;
    }
    ASSERT_EQ(plot.data().series.size(), 2U);
    ASSERT_EQ(plot.data().series[0].points.size(), misses.size());
    for (std::size_t level = 0; level < misses.size(); ++level) {
        EXPECT_NEAR(plot.data().series[0].points[level].y, misses[level], 1e-6 * misses[level]);
        EXPECT_NEAR(plot.data().series[0].points[level].y + plot.data().series[1].points[level].y,
                    lookups[level], 1e-6 * lookups[level]);
    }
    auto& bars = find<QComboBox>("tree_bars");
    bars.setFocus();
    QTest::keyClick(&bars, Qt::Key_End);
    ASSERT_EQ(plot.data().series[0].title, "accessed");
    for (std::size_t level = 0; level < accessed.size(); ++level)
        EXPECT_EQ(plot.data().series[0].points[level].y, accessed[level]);
}

TEST_F(TreePanelTest, ARecordingWithoutBoxesSaysWhy) {
    const QString product = folder_.filePath(QStringLiteral("matmul.csv"));
    write_matrix_product(product.toStdString());
    pane().open(product.toStdString());
    auto& note = find<QLabel>("tree_note");
    ASSERT_TRUE(wait_for([&] { return note.text().startsWith(QStringLiteral("This recording has no")); }));
    EXPECT_EQ(note.text().toStdString(),
              "This recording has no bounding boxes, and therefore no tree of them.");
    EXPECT_FALSE(view().isVisible());
    EXPECT_EQ(model().rowCount(), 0);
}

TEST_F(TreePanelTest, KeysDrawSubtreesAloneOrHideThem) {
    focus();
    press(Qt::Key_Down);
    const std::uint32_t box = view().current_box().value();
    const auto subtree = [this] { return pane().choices().view.subtree; };
    press(Qt::Key_H, Qt::ShiftModifier);
    EXPECT_EQ(subtree(), (SubtreeChoice{box, SubtreeChoice::Drawn::alone}));
    press(Qt::Key_H);
    EXPECT_EQ(subtree(), (SubtreeChoice{box, SubtreeChoice::Drawn::hidden}));
    ASSERT_TRUE(wait_for([&] { return pane().values()->drawn_subtree() == subtree(); }));
    const ScenePart& part = *pane().values()->part->elements;
    for (std::uint32_t other = 0; other < tree().size(); ++other)
        EXPECT_EQ(part.drawn[box_kind][other], !is_below(other, box)) << other;
    press(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(subtree(), std::nullopt);
}

std::shared_ptr<const TreeData> data_of(const std::vector<std::int32_t>& parents, const SiblingOrder& order) {
    RecordedScene scene;
    scene.box_parent = parents;
    scene.boxes.resize(parents.size());
    ThreadPool pool(1);
    const auto shape = std::make_shared<const TreeShape>(make_tree_shape(scene, pool));
    WindowSums sums;
    sums.elements.resize(element_kinds().size());
    for (std::uint32_t box = 0; box < parents.size(); ++box) {
        ElementSums element;
        element.accesses = box % 7;
        sums.elements[box_kind].push_back(element);
    }
    auto data = std::make_shared<TreeData>();
    data->table = std::make_shared<const TreeTable>(make_tree_table(shape, sums));
    data->order = order;
    auto simulation = std::make_shared<Simulation>();
    simulation->recording = std::make_shared<const OpenRecording>();
    data->simulation = simulation;
    if (parents.size() > TreeData::many_children)
        data->many[BoxTree::none] = ordered_children(*data->table, BoxTree::none, order);
    return data;
}

TEST(BoxTreeModel, IsAConsistentModel) {
    BoxTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_data(data_of({4, -1, 5, 1, -1, 1}, {}));
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.box_at(model.index(1, 0, model.index(0, 0))), 5U);
    const QPersistentModelIndex two = model.index_of(2);
    model.sort(column_named("box"), Qt::DescendingOrder);
    EXPECT_EQ(model.box_at(model.index(0, 0)), 4U);
    EXPECT_EQ(model.box_at(two), 2U);
    EXPECT_EQ(model.box_at(two.parent()), 5U);
    EXPECT_EQ(two.parent().row(), 0);
    // 0 -> 1 -> 2 -> 0, and 3 below 1: an invalid file
    model.set_data(data_of({1, 2, 0, 1}, {}));
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_FALSE(model.index_of(0).parent().isValid());
    EXPECT_EQ(model.box_at(model.index_of(3).parent()), 1U);
    EXPECT_FALSE(model.index_of(4).isValid());
    model.set_data(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(BoxTreeModel, ManyChildrenBecomeRowsAFewAtATime) {
    BoxTreeModel model;
    const std::vector<std::int32_t> tops(5000, -1);
    model.set_data(data_of(tops, {}));
    const auto few = static_cast<int>(TreeData::many_children);
    EXPECT_EQ(model.rowCount(), few);
    BoxTreeView view(model);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, patience_ms));
    QTest::keyClick(&view, Qt::Key_Down); // to the first row
    QTest::keyClick(&view, Qt::Key_End);
    EXPECT_EQ(view.current_box(), few - 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.rowCount() == 2 * few; }, patience_ms))
        << "more rows when the last one is shown";
    EXPECT_EQ(model.index_of(4321).row(), 4321);
    EXPECT_EQ(model.rowCount(), 4322);
    bool wanted = false;
    QObject::connect(&model, &BoxTreeModel::order_wanted, [&] { wanted = true; });
    model.sort(column_named("accesses"), Qt::DescendingOrder);
    EXPECT_TRUE(wanted) << "sorting many rows is a job";
    model.set_data(data_of(tops, model.sibling_order()));
    // A new shape, and thus a new model.
    EXPECT_EQ(model.index(0, column_named("accesses")).data().toString().toStdString(), "6");
    EXPECT_EQ(model.rowCount(), few);
}

TEST_F(TreePanelTest, ShowsWhatWasSelectedWhileItWasHidden) {
    const std::uint32_t box = box_of(model().index(1, 0, model().index(0, 0)));
    panel_.hide();
    pane().set_selection(Selection{box_kind, box});
    panel_.show();
    ASSERT_TRUE(view().currentIndex().isValid());
    EXPECT_EQ(box_of(view().currentIndex()), box);
}

TEST_F(TreePanelTest, ReleasesAClosedRecordingWhileItIsHidden) {
    panel_.hide();
    const std::weak_ptr<const OpenRecording> before = pane().recording();
    pane().close();
    EXPECT_TRUE(wait_for([&] { return before.expired(); }));
}

} // namespace
} // namespace hitmap
