#include "core/base/error.h"
#include "core/bvh/tree_sequence.h"
#include "core/relayout/orders/cluster_order.h"
#include "core/relayout/orders/recorded_tree.h"

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

TEST(RecordedTree, ClustersFollowTheAccessesAsFarAsALineReaches) {
    // Below the root, box 0 with 2 and 3, and box 1 with 4 and 5; 6 and 7 are below 2, 8 and 9 below 5.
    const RecordedTree tree(scene_of_parents({-1, -1, 0, 0, 1, 1, 2, 2, 5, 5}));
    const JobContext job;
    const auto depth_first = TreeSequencer(tree, job).in_order(NodeOrder::dfs).nodes;
    ASSERT_THAT(depth_first, ElementsAre(-1, 0, 2, 1, 5));
    const auto clustered = [&](const std::vector<std::uint64_t>& accesses, std::uint32_t per_line) {
        return clustered_parents(tree, depth_first, accesses, per_line, job);
    };
    // The children of two nodes fit: those of the root and of box 1. Box 5 is then accessed more than box 0.
    EXPECT_THAT(clustered({100, 20, 10, 80, 30}, 4), ElementsAre(-1, 1, 5, 0, 2));
    EXPECT_THAT(clustered({100, 20, 60, 10, 5}, 4), ElementsAre(-1, 0, 2, 1, 5));
    // Of equal numbers, the first one depth first; box 5 follows its parent, although it is accessed more.
    EXPECT_THAT(clustered({9, 5, 1, 5, 8}, 4), ElementsAre(-1, 0, 1, 5, 2));
    // In lines of less than two boxes, each node is a cluster.
    EXPECT_THAT(clustered({9, 5, 8, 5, 1}, 1), ElementsAre(-1, 0, 2, 1, 5));
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
