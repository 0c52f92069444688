#include "core/analysis/groups/tree_paths.h"
#include "core/analysis/groups/tree_table.h"
#include "core/bvh/quality.h"
#include "core/raytracer/scene_arrays.h"
#include "core/trace/model/element_kind.h"
#include "core/tree/subtree.h"
#include "tests/raytracer/test_scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RecordedScene forest(const std::vector<std::int32_t>& parents) {
    RecordedScene scene;
    scene.box_parent = parents;
    scene.boxes.resize(parents.size());
    return scene;
}

/// Sums of boxes that were accessed 1, 2, 3, ... times.
WindowSums counted(std::size_t boxes) {
    WindowSums sums;
    sums.elements.resize(element_kinds().size());
    for (std::uint32_t box = 0; box < boxes; ++box) {
        ElementSums element;
        element.accesses = box + 1;
        element.l1_lookups = 10 * (box + 1);
        sums.elements[box_kind].push_back(element);
    }
    return sums;
}

TreeTable table_of(const RecordedScene& scene, const WindowSums& sums) {
    ThreadPool pool(2);
    return make_tree_table(std::make_shared<const TreeShape>(make_tree_shape(scene, pool)), sums);
}

TEST(BoxTree, KnowsWhichBoxesAreWhere) {
    //     1      4
    //    / \     |
    //   3   5    0
    //       |
    //       2
    const BoxTree tree(forest({4, -1, 5, 1, -1, 1}));
    EXPECT_THAT(tree.tops(), ElementsAre(1, 4));
    EXPECT_EQ(tree.first_child(1), 3);
    EXPECT_EQ(tree.next_sibling(3), 5);
    EXPECT_EQ(tree.next_sibling(5), BoxTree::none);
    EXPECT_EQ(tree.parent(2), 5);
    EXPECT_EQ(tree.level(2), 2);
    EXPECT_EQ(tree.children(1), 2);
    EXPECT_EQ(tree.subtree_boxes(1), 4);
    EXPECT_TRUE(tree.is_leaf(0));
    std::vector<int> values{1, 10, 100, 1000, 10000, 100000};
    tree.add_up(values);
    EXPECT_THAT(values, ElementsAre(1, 101110, 100, 1000, 10001, 100100));
}

TEST(BoxTree, BoxesOfACycleAreTops) {
    // 0 -> 1 -> 2 -> 0, and 3 below 1
    const BoxTree tree(forest({1, 2, 0, 1}));
    EXPECT_THAT(tree.tops(), ElementsAre(0, 1, 2));
    EXPECT_EQ(tree.first_child(1), 3);
    EXPECT_EQ(tree.first_child(0), BoxTree::none);
    std::vector<int> values{1, 10, 100, 1000};
    tree.add_up(values);
    EXPECT_THAT(values, ElementsAre(1, 1010, 100, 1000));
}

TEST(BoxTree, SumsOfSubtreesAreThoseOfABruteForceSum) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::int32_t> parents(1 + random() % 60);
        std::vector<std::int32_t> order(parents.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, random);
        for (std::size_t i = 0; i < order.size(); ++i)
            parents[order[i]] = i == 0 || random() % 8 == 0 ? -1 : order[random() % i];
        const TreeTable table = table_of(forest(parents), counted(parents.size()));
        std::vector<std::uint64_t> accesses(parents.size(), 0);
        for (std::size_t box = 0; box < parents.size(); ++box)
            for (auto above = static_cast<std::int32_t>(box); above >= 0; above = parents[above])
                accesses[above] += box + 1;
        for (std::size_t box = 0; box < parents.size(); ++box) {
            EXPECT_EQ(table.subtrees[box].accesses, accesses[box]);
            EXPECT_EQ(table.subtrees[box].levels[0].lookups, 10 * accesses[box]);
        }
    }
}

TEST(ScenePart, HasTheBoxesBelowABoxAndTheirFacesOrAllOthers) {
    std::mt19937 random(11);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::int32_t> parents(1 + random() % 40, -1);
        for (std::size_t box = 1; box < parents.size(); ++box)
            if (random() % 6 != 0) parents[box] = static_cast<std::int32_t>(random() % box);
        const BoxTree tree(forest(parents));
        FaceLeaves leaves;
        for (int face = 0; face < 60; ++face)
            leaves.leaf.push_back(random() % 9 == 0 ? BoxTree::none
                                                    : static_cast<std::uint32_t>(random() % parents.size()));
        const auto top = static_cast<std::uint32_t>(random() % parents.size());
        const auto is_below = [&](std::uint32_t box) {
            auto above = static_cast<std::int32_t>(box);
            while (above >= 0 && above != static_cast<std::int32_t>(top))
                above = parents[above];
            return above >= 0;
        };
        const auto alone = scene_part(tree, leaves, {top, SubtreeChoice::Drawn::alone});
        const auto others = scene_part(tree, leaves, {top, SubtreeChoice::Drawn::hidden});
        for (std::uint32_t box = 0; box < parents.size(); ++box) {
            EXPECT_EQ(alone->drawn[box_kind][box], is_below(box));
            EXPECT_EQ(others->drawn[box_kind][box], !is_below(box));
        }
        for (std::size_t face = 0; face < leaves.leaf.size(); ++face) {
            const bool below = leaves.leaf[face] != BoxTree::none && is_below(leaves.leaf[face]);
            EXPECT_EQ(alone->drawn[face_kind][face], below);
            EXPECT_EQ(others->drawn[face_kind][face], !below);
        }
    }
    EXPECT_EQ(scene_part(BoxTree(forest({-1, 0})), {}, {2}), nullptr) << "there is no such box";
}

/// Sums of boxes with these misses in L1; every look-up misses.
WindowSums missed(const std::vector<std::uint32_t>& misses) {
    WindowSums sums = counted(misses.size());
    for (std::size_t box = 0; box < misses.size(); ++box) {
        sums.elements[box_kind][box].accesses = misses[box];
        sums.elements[box_kind][box].l1_lookups = misses[box];
    }
    return sums;
}

TEST(WorstPath, GoesToTheChildWithMostMissesInItsSubtree) {
    //     1      4
    //    / \     |
    //   3   5    0
    //       |
    //       2
    const RecordedScene scene = forest({4, -1, 5, 1, -1, 1});
    EXPECT_THAT(worst_path(table_of(scene, missed({8, 0, 3, 4, 0, 2})), 0), ElementsAre(1, 5, 2))
        << "9 below 1, 8 below 4; then 5 below 5, 4 below 3";
    EXPECT_THAT(worst_path(table_of(scene, missed({8, 0, 0, 0, 3, 2})), 0), ElementsAre(4, 0));
    EXPECT_THAT(worst_path(table_of(scene, missed({0, 0, 0, 0, 0, 2})), 0), ElementsAre(1, 5))
        << "no box below 5 misses";
    EXPECT_THAT(worst_path(table_of(scene, missed({0, 0, 0, 0, 0, 0})), 0), IsEmpty());
}

TEST(TreeLevels, AddUpTheBoxesOfEachLevel) {
    const RecordedScene scene = forest({4, -1, 5, 1, -1, 1});
    const auto levels = tree_levels(table_of(scene, missed({8, 1, 3, 0, 2, 5})));
    ASSERT_EQ(levels.size(), 3U);
    EXPECT_EQ(levels[0].boxes, 2U);
    EXPECT_EQ(levels[1].boxes, 3U);
    EXPECT_EQ(levels[1].accessed, 2U);
    EXPECT_EQ(levels[0].sums.accesses, 3U);
    EXPECT_EQ(levels[1].sums.levels[0].lookups, 13U);
    EXPECT_EQ(levels[2].sums.accesses, 3U);
}

struct TracedTree {
    std::string name;
    BvhMethod method = BvhMethod::sah;
    std::uint32_t leaf_size = 4;
    std::uint32_t width = 2;
};

class TreesOfTheTracer : public testing::TestWithParam<TracedTree> {};

TEST_P(TreesOfTheTracer, CostsAddUpToTheMeasuresOfTheTree) {
    for (const Scene& scene :
         {triangle_soup(700, 3), exact_grid(12), room_with_planes_through_the_camera()}) {
        TraceOptions options;
        options.bvh.method = GetParam().method;
        options.bvh.leaf_size = GetParam().leaf_size;
        options.nodes.node_width = GetParam().width;
        ThreadPool pool(2);
        PlacedTree placed = place_tree(scene.mesh, options, pool, {}, nullptr);
        const RecordedScene recorded = recorded_scene(scene, placed.layout, options, {});
        const TreeTable table = table_of(recorded, counted(recorded.boxes.size()));
        const TreeShape& shape = *table.shape;
        EXPECT_EQ(shape.uncertain_faces(), 0);
        // The root has no box; it costs 1 and its area is that of the root.
        EXPECT_NEAR(1.0 + shape.sah, placed.sah_cost, 1e-9 * placed.sah_cost);
        EXPECT_NEAR(shape.overlap, placed.end_point_overlap, 1e-9 * (1.0 + placed.end_point_overlap));
        std::uint64_t faces = 0;
        for (const std::uint32_t top : shape.tree.tops())
            faces += shape.subtree_faces[top];
        EXPECT_EQ(faces, scene.mesh.faces.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Trees, TreesOfTheTracer,
                         testing::Values(TracedTree{"sah"}, TracedTree{"median", BvhMethod::median, 1, 2},
                                         TracedTree{"wide", BvhMethod::sah, 4, 8},
                                         TracedTree{"lbvh", BvhMethod::lbvh, 3, 4}),
                         [](const auto& tree) { return tree.param.name; });

TEST(FaceLeaves, OfOtherLayoutsAreThoseThatContainTheFace) {
    // Leaves 1 and 2 overlap; leaf 3 contains no face. Three slots, so that leaves have no common size.
    RecordedScene scene = forest({-1, 0, 0, 0});
    scene.boxes[0] = {{0, 0, 0}, {10, 1, 1}};
    scene.boxes[1] = {{0, 0, 0}, {4, 1, 1}};
    scene.boxes[2] = {{2, 0, 0}, {9, 1, 1}};
    scene.boxes[3] = {{9, 0, 0}, {10, 1, 1}};
    for (const float x : {0.0F, 2.5F, 5.0F, 20.0F}) {
        const auto first = static_cast<std::uint32_t>(scene.vertices.size());
        for (const glm::vec3& corner : {glm::vec3(x, 0, 0), glm::vec3(x + 1, 0, 0), glm::vec3(x, 1, 0)})
            scene.vertices.push_back(corner);
        scene.face_slots.push_back({first, first + 1, first + 2});
    }
    const FaceLeaves leaves = face_leaves(scene, BoxTree(scene));
    EXPECT_THAT(leaves.leaf, ElementsAre(1, 1, 2, BoxTree::none));
    EXPECT_EQ(leaves.inside_several, 1);
    EXPECT_EQ(leaves.inside_none, 1);
}

} // namespace
} // namespace hitmap
