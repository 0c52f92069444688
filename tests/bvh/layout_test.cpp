#include "core/bvh/bvh.h"
#include "core/bvh/quality.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

constexpr std::uint32_t leaf(std::uint32_t triangles) {
    return NodeWord::leaf_bit | triangles;
}

Aabb box(float size_x, float size_y, float size_z) {
    return {{0, 0, 0}, {size_x, size_y, size_z}};
}

/// A tree written by hand. Half areas in brackets, boxes numbered b0..b5:
///
///            root (12)
///        b0 (6)      b1 leaf of 3 (5)
///    b2 (3)   b3 leaf of 1 (2)
///  b4 leaf of 2 (1)   b5 leaf of 2 (1)
Bvh example() {
    Bvh bvh;
    bvh.nodes = {6, 4, 2, leaf(2), leaf(2), leaf(1), leaf(3)};
    bvh.boxes = {box(6, 1, 0), box(5, 1, 0), box(3, 1, 0), box(2, 1, 0), box(1, 1, 0), box(1, 1, 0)};
    bvh.leaf_size = 3;
    bvh.slot_faces = {0, 1, -1, 2, 3, -1, 4, -1, -1, 5, 6, 7};
    bvh.root = box(12, 1, 0);
    bvh.depth = 3;
    return bvh;
}

TEST(Bvh, LinksOfBoxesFollowTheCounting) {
    const BoxLinks links = box_links(example());
    EXPECT_EQ(links.parent, (std::vector<std::int32_t>{-1, -1, 0, 0, 2, 2}));
    EXPECT_EQ(links.level, (std::vector<std::uint16_t>{0, 0, 1, 1, 2, 2}));
}

TEST(Bvh, CostOfATreeWrittenByHand) {
    // interior nodes: 12 + 6 + 3, leaves: 3 * 5 + 1 * 2 + 2 * 1 + 2 * 1
    EXPECT_DOUBLE_EQ(sah_cost(example()), (21.0 + 21.0) / 12.0);
}

TEST(Bvh, CostOfASingleLeafIsItsTriangles) {
    Bvh bvh;
    bvh.nodes = {leaf(3)};
    bvh.slot_faces = {0, 1, 2};
    bvh.leaf_size = 3;
    bvh.root = box(1, 1, 1);
    EXPECT_EQ(sah_cost(bvh), 3.0);
    EXPECT_TRUE(box_links(bvh).parent.empty());
}

TEST(Bvh, WithoutAreaThereIsNoCost) {
    EXPECT_EQ(sah_cost(Bvh{}), 0.0);
    EXPECT_TRUE(box_links(Bvh{}).parent.empty());
    Bvh point;
    point.nodes = {leaf(1)};
    point.slot_faces = {0};
    point.leaf_size = 1;
    point.root = box(0, 0, 0);
    EXPECT_EQ(sah_cost(point), 0.0);
}

TEST(Bvh, MethodsHaveTheNamesOfTheCommandLine) {
    EXPECT_EQ(name_of(BvhMethod::sah), "sah");
    EXPECT_EQ(name_of(BvhMethod::median), "median");
    EXPECT_EQ(name_of(BvhMethod::lbvh), "lbvh");
}

} // namespace
} // namespace hitmap
