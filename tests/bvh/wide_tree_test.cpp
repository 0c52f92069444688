#include "core/bvh/quality.h"
#include "core/bvh/wide_tree.h"
#include "tests/bvh/meshes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t leaf_word(std::uint32_t triangles) {
    return NodeWord::leaf_bit | triangles;
}

Aabb flat(float size_x) {
    return {{0, 0, 0}, {size_x, 1, 0}}; // half area: size_x
}

/// Half areas in brackets, leaves as letters:
///
///                 root (20)
///         (10)                 (12)
///      A (1)   (8)         (9)      D (2)
///             B   C     (7)    G
///                      E   F
Bvh two_sided() {
    Bvh bvh;
    bvh.nodes = {6,
                 2,
                 leaf_word(1),
                 2,
                 leaf_word(1),
                 leaf_word(1),
                 6,
                 4,
                 2,
                 leaf_word(1),
                 leaf_word(1),
                 leaf_word(1),
                 leaf_word(1)};
    for (const int size : {10, 12, 1, 8, 3, 4, 9, 2, 7, 6, 5, 5})
        bvh.boxes.push_back(flat(static_cast<float>(size)));
    bvh.leaf_size = 1;
    bvh.slot_faces = {0, 1, 2, 3, 4, 5, 6};
    bvh.root = flat(20);
    return bvh;
}

/// Children in brackets, leaves by the letters above.
std::string text_of(const WideTree& tree, const TreeNode& node) {
    if (node.is_leaf()) return std::string(1, "ABCEFGD"[node.leaves_before]);
    std::string text = "(";
    for (const WideTree::Child& child : tree.children(node))
        text += text_of(tree, child.node);
    return text + ")";
}

TEST(WideTree, OpensTheLargestChildFirst) {
    const Bvh bvh = two_sided();
    const auto text = [&](std::uint32_t width) { return text_of(WideTree(bvh, width), TreeNode::root(bvh)); };
    EXPECT_EQ(text(2), "((A(BC))(((EF)G)D))");
    EXPECT_EQ(text(4), "(A(BC)(EFG)D)") << "12, then 10; then 7 below 9";
    EXPECT_EQ(text(5), "(A(BC)(EF)GD)") << "then 9";
    EXPECT_EQ(text(8), "(ABCEFGD)");
}

TEST(WideTree, NodesThatAreLeftOutCostNothing) {
    const Bvh bvh = two_sided();
    const double leaves = 1 + 3 + 4 + 5 + 5 + 6 + 2;
    EXPECT_DOUBLE_EQ(sah_cost(WideTree(bvh, 2)), (leaves + 20 + 10 + 12 + 8 + 9 + 7) / 20);
    EXPECT_DOUBLE_EQ(sah_cost(WideTree(bvh, 4)), (leaves + 20 + 8 + 9) / 20);
    EXPECT_DOUBLE_EQ(sah_cost(WideTree(bvh, 8)), (leaves + 20) / 20);
}

TEST(WideTree, HasEveryLeafOnceAndFullNodesAboveInteriorOnes) {
    ThreadPool pool(2);
    const Mesh mesh = test::soup(3'000);
    for (const std::uint32_t width : {2U, 4U, 8U}) {
        const Bvh bvh = build_bvh(mesh, {BvhMethod::sah, 2}, pool);
        const WideTree tree(bvh, width);
        std::vector<TreeNode> pending{TreeNode::root(bvh)};
        std::uint32_t next_leaf = 0;
        while (!pending.empty()) {
            const TreeNode node = pending.back();
            pending.pop_back();
            if (node.is_leaf()) {
                EXPECT_EQ(node.leaves_before, next_leaf++);
                continue;
            }
            ASSERT_TRUE(tree.has(node));
            const auto children = tree.children(node);
            ASSERT_GE(children.size(), 2U);
            ASSERT_LE(children.size(), width);
            for (std::uint32_t i = children.size(); i-- > 0;) {
                if (!children[i].node.is_leaf()) {
                    EXPECT_EQ(children.size(), width);
                }
                pending.push_back(children[i].node);
            }
        }
        EXPECT_EQ(next_leaf, TreeNode::root(bvh).leaves);
    }
}

} // namespace
} // namespace hitmap
