#include "tests/kinds/kind_window.h"
#include "widgets/elements/groups_panel.h"
#include "widgets/elements/worst_panel.h"
#include "widgets/mesh/draw_chooser.h"
#include "widgets/mesh/element_text.h"
#include "widgets/panels/selection_panel.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

#include <string>

namespace hitmap {
namespace {

using test::cell_kind;

/// Two cells side by side, seen from +z as triangles with their tips up.
RecordedScene cell_scene() {
    RecordedScene scene;
    PrimitiveBuffer cells{cell_kind, 4, {}, {}};
    for (const float x : {-1.5F, 1.5F}) {
        const auto first = static_cast<std::uint32_t>(scene.vertices.size());
        scene.vertices.insert(
            scene.vertices.end(),
            {{x - 1.0F, -1.0F, 0.0F}, {x + 1.0F, -1.0F, 0.0F}, {x, 1.0F, 0.0F}, {x, 0.0F, -1.0F}});
        cells.corners.insert(cells.corners.end(), {first, first + 1, first + 2, first + 3});
    }
    scene.primitives = {cells};
    Camera camera;
    camera.position = {0.0F, 0.0F, 6.0F};
    camera.forward = {0.0F, 0.0F, -1.0F};
    camera.up = {0.0F, 1.0F, 0.0F};
    scene.cameras = {camera};
    return scene;
}

class CellWindow : public test::KindWindow {
protected:
    CellWindow() : KindWindow(cell_scene(), cell_kind) {}
};

TEST_F(CellWindow, CellsAreDrawnAndPickedInTheMeshView) {
    SharedGeometries geometries;
    MeshView view(pane(), geometries);
    show(view);
    ASSERT_TRUE(wait([&] { return view.complete(); }));
    const ColourMap& map = colour_map_named(pane().choices().view.colour_map);
    const QImage image = view.grabFramebuffer();
    const auto first = middle_of(image, map.at(1.0F));
    const auto second = middle_of(image, map.at(1.0F / 3.0F));
    ASSERT_TRUE(first && second) << "the colours of three accesses and of one";
    EXPECT_LT(first->x(), second->x());
    QTest::mouseClick(&view, Qt::LeftButton, {}, *second);
    ASSERT_TRUE(wait([&] { return pane().choices().selection.has_value(); }));
    EXPECT_EQ(*pane().choices().selection, (Selection{cell_kind, 1}));
}

TEST_F(CellWindow, ACellHasATextAndAPlace) {
    EXPECT_THAT(
        element_text(pane(), {cell_kind, 0}).toStdString(),
        testing::StartsWith("Cell 0 (cell 0 of the mesh)\n3 accesses, the last at 0.7500 of the frame\n"
                            "L1 hit rate 86.7 % (13 of 15), misses 2"));
    const Aabb bounds = element_bounds(*pane().recording()->scene, {cell_kind, 1});
    EXPECT_EQ(bounds.lower, glm::vec3(0.5F, -1.0F, -1.0F));
    EXPECT_EQ(bounds.upper, glm::vec3(2.5F, 1.0F, 0.0F));
    EXPECT_TRUE(element_bounds(*pane().recording()->scene, {cell_kind, 2}).empty());
}

TEST_F(CellWindow, ASelectedCellIsInTheSelectionPanel) {
    SelectionPanel panel(pane());
    show(panel);
    pane().set_selection(Selection{cell_kind, 1});
    const auto texts = [&] {
        std::string all;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            all += label->text().toStdString() + "\n";
        return all;
    };
    EXPECT_TRUE(wait([&] { return texts().find("Cell 1") != std::string::npos; })) << texts();
    EXPECT_THAT(texts(), testing::HasSubstr("Vertex 4: (0.5, -1, 0)\nVertex 5: (2.5, -1, 0)\n"
                                            "Vertex 6: (1.5, 1, 0)\nVertex 7: (1.5, 0, -1)"));
}

TEST_F(CellWindow, TheSelectionPanelSaysWhatCanBeClicked) {
    const SelectionPanel panel(pane());
    EXPECT_EQ(find<QLabel>(panel, "selection_title").text(),
              QStringLiteral("Click a face, a box or a cell, or a row of a list, to pin it."));
}

TEST_F(CellWindow, TheWorstCellsAreListed) {
    WorstPanel panel(pane());
    show(panel);
    auto& kinds = find<QComboBox>(panel, "worst_kind");
    const int row = kinds.findText(QStringLiteral("Cells"));
    ASSERT_GE(row, 0);
    kinds.setCurrentIndex(row);
    auto& table = *panel.findChild<QTableView*>();
    EXPECT_TRUE(wait([&] { return table.model()->rowCount() == 1; })) << "only the first one misses";
    table.setCurrentIndex(table.model()->index(0, 0));
    EXPECT_TRUE(wait([&] { return pane().choices().selection == Selection{cell_kind, 0}; }));
}

TEST_F(CellWindow, TheirClustersAreListedAndOutlined) {
    WorstPanel panel(pane());
    show(panel);
    auto& kinds = find<QComboBox>(panel, "worst_kind");
    const int row = kinds.findText(QStringLiteral("Clusters of cells"));
    ASSERT_GE(row, 0);
    EXPECT_GE(kinds.findText(QStringLiteral("Patches of faces")), 0);
    EXPECT_GE(kinds.findText(QStringLiteral("Subtrees of boxes")), 0);
    kinds.setCurrentIndex(row);
    QTableView* table = nullptr;
    for (QTableView* each : panel.findChildren<QTableView*>())
        if (each->isVisible()) table = each;
    ASSERT_NE(table, nullptr);
    ASSERT_TRUE(wait([&] { return table->model()->rowCount() == 1; })) << "only the first one misses";
    table->setCurrentIndex(table->model()->index(0, 0));
    ASSERT_TRUE(wait([&] { return pane().marks().region() != nullptr; }));
    const Aabb& bounds = pane().marks().region()->bounds;
    EXPECT_EQ(bounds.lower, glm::vec3(-2.5F, -1.0F, -1.0F));
    EXPECT_EQ(bounds.upper, glm::vec3(-0.5F, 1.0F, 0.0F));
}

TEST_F(CellWindow, TheyAreGroupedBySize) {
    GroupsPanel panel(pane());
    show(panel);
    auto& quantities = find<QComboBox>(panel, "groups_quantity");
    const int row = quantities.findText(QStringLiteral("Size of cells in the picture"));
    ASSERT_GE(row, 0);
    quantities.setCurrentIndex(row);
    ASSERT_TRUE(wait([&] { return panel.histogram() != nullptr; }));
    std::uint64_t elements = 0;
    std::uint64_t accesses = 0;
    for (const ElementBin& bin : panel.histogram()->bins) {
        elements += bin.elements;
        accesses += bin.sums.accesses;
    }
    EXPECT_EQ(elements, 2U);
    EXPECT_EQ(accesses, 4U);
}

TEST_F(CellWindow, ASwitchShowsCells) {
    DrawChooser choice(pane());
    show(choice);
    auto& shown = find<QCheckBox>(choice, "show_cells");
    EXPECT_EQ(shown.text(), QStringLiteral("Cells"));
    EXPECT_TRUE(shown.isVisible());
    EXPECT_TRUE(shown.isChecked());
    shown.click();
    EXPECT_FALSE(pane().choices().view.shows(cell_kind));
}

} // namespace
} // namespace hitmap
