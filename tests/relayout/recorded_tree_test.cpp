#include "core/base/error.h"
#include "core/bvh/tree_sequence.h"
#include "core/relayout/recorded_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RecordedScene scene_of_parents(std::vector<std::int32_t> parents) {
    RecordedScene scene;
    scene.boxes.resize(parents.size());
    scene.box_parent = std::move(parents);
    return scene;
}

std::string refusal(std::vector<std::int32_t> parents) {
    try {
        const RecordedTree tree(scene_of_parents(std::move(parents)));
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(RecordedTree, ParentsGiveTheOrders) {
    // Box 0 has the children 4 and 5, box 1 the children 2 and 3, of which 3 has 6 and 7.
    const RecordedScene scene = scene_of_parents({-1, -1, 1, 1, 0, 0, 3, 3});
    const RecordedTree tree(scene);
    const JobContext job;
    EXPECT_THAT(TreeSequencer(tree, job).in_order(NodeOrder::dfs).nodes, ElementsAre(-1, 0, 1, 3));
    EXPECT_THAT(TreeSequencer(tree, job).in_order(NodeOrder::bfs).nodes, ElementsAre(-1, 0, 1, 3));
    EXPECT_EQ(tree.interior_nodes(), 4U);
    EXPECT_TRUE(tree.is_leaf(2));
}

TEST(RecordedTree, OneLeafHasNoBoxes) {
    const RecordedTree tree(scene_of_parents({}));
    const JobContext job;
    EXPECT_EQ(tree.boxes(), 0U);
    EXPECT_TRUE(TreeSequencer(tree, job).in_order(NodeOrder::veb).nodes.empty());
}

TEST(RecordedTree, WhatIsNoTreeIsRefused) {
    EXPECT_THAT(refusal({-1, -1, 2, 2}), HasSubstr("expected 4 boxes below the root, found 2"));
    EXPECT_THAT(refusal({-1, 0, -1}), HasSubstr("expected the boxes of siblings one after the other"));
    RecordedScene unknown;
    unknown.boxes.resize(2);
    EXPECT_THROW(RecordedTree{unknown}, Error);
}

} // namespace
} // namespace hitmap
