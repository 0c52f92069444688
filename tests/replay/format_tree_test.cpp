#include "core/replay/format_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace hitmap {
namespace {

/// The least power of two of which `cells` make the extent, by trying them.
double cell_of(double extent, std::uint32_t cells) {
    double cell = std::ldexp(1.0, -60);
    while (cell * cells < extent)
        cell *= 2.0;
    return cell;
}

TEST(FormatTree, StoredBoxesContainTheirsWithinACell) {
    std::mt19937 random(3); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::uniform_real_distribution<float> number(-100.0F, 100.0F);
    const auto box = [&] {
        Aabb result;
        result.include({number(random), number(random), 0.001F * number(random)});
        result.include({number(random), number(random), 0.001F * number(random)});
        return result;
    };
    for (const std::uint32_t cells : {255U, 4096U})
        for (int i = 0; i < 1000; ++i) {
            const Aabb child = box();
            Aabb node = box();
            node.include(child);
            const Aabb stored = stored_box(child, node, cells);
            for (int axis = 0; axis < 3; ++axis) {
                const double cell = cell_of(double{node.upper[axis]} - node.lower[axis], cells);
                const double rounding = 1e-5 * (1.0 + std::abs(double{child.lower[axis]}));
                EXPECT_LE(stored.lower[axis], child.lower[axis]);
                EXPECT_GT(stored.lower[axis], child.lower[axis] - cell - rounding);
                EXPECT_GE(stored.upper[axis], child.upper[axis]);
                EXPECT_LT(stored.upper[axis], child.upper[axis] + cell + rounding);
            }
        }
}

TEST(FormatTree, FlatBoxesStayFlat) {
    const Aabb flat{{0, 1, 2}, {8, 1, 3}};
    const Aabb stored = stored_box({{3, 1, 2}, {4, 1, 3}}, flat, 255);
    EXPECT_EQ(stored.lower.y, 1.0F);
    EXPECT_EQ(stored.upper.y, 1.0F);
    EXPECT_EQ(stored.lower.x, 3.0F); // a multiple of the size of a cell, 1/16
}

/// Three leaves of one triangle: a node with a leaf and a node of two leaves, depth first without links.
TEST(FormatTree, BothFormsOfALayoutBecomeTheSameTree) {
    const Aabb a{{0, 0, 0}, {1, 1, 1}};
    const Aabb b{{2, 0, 0}, {3, 1, 1}};
    const Aabb c{{4, 0, 0}, {5, 1, 1}};
    const Aabb bc{{2, 0, 0}, {5, 1, 1}};
    TreeLayout compact;
    compact.words = {2, NodeWord::leaf_bit | 1, 2, NodeWord::leaf_bit | 1, NodeWord::leaf_bit | 1};
    compact.boxes = {a, bc, b, c};
    compact.slot_faces = {5, 6, 7};
    compact.leaf_size = 1;
    compact.root = {{0, 0, 0}, {5, 1, 1}};
    TreeLayout linked = compact;
    linked.words.clear();
    linked.nodes = {{1, 2},
                    {0, LinkedNode::leaf_bit | 1},
                    {3, 2},
                    {1, LinkedNode::leaf_bit | 1},
                    {2, LinkedNode::leaf_bit | 1}};
    for (const TreeLayout* layout : {&compact, &linked}) {
        const FormatTree tree = format_tree(*layout, node_formats().front());
        ASSERT_EQ(tree.tree.nodes.size(), 2U);
        EXPECT_EQ(tree.tree.nodes[1].address, node_formats().front().node_bytes);
        EXPECT_EQ(tree.boxes, (std::vector<Aabb>{compact.root, bc}));
        EXPECT_EQ(tree.parents, (std::vector<std::int32_t>{-1, 0}));
        EXPECT_EQ(tree.triangles, compact.slot_faces);
        ASSERT_EQ(tree.tree.children.size(), 4U);
        EXPECT_EQ(tree.tree.children[0].box, a);
        EXPECT_EQ(tree.tree.children[0].target.kind, UnitTarget::Kind::triangles);
        EXPECT_EQ(tree.tree.children[1].target.kind, UnitTarget::Kind::node);
        EXPECT_EQ(tree.tree.children[3].box, c);
        EXPECT_EQ(tree.tree.children[3].target.first, 2U);
    }
}

TEST(FormatTree, AFormatWithoutTrianglesIsEmpty) {
    EXPECT_EQ(format_tree({}, node_formats().front()).tree.root.kind, UnitTarget::Kind::none);
}

} // namespace
} // namespace hitmap
