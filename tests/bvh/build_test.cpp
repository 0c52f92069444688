#include "core/base/error.h"
#include "core/bvh/bvh.h"
#include "core/bvh/quality.h"
#include "tests/bvh/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace hitmap {
namespace {

Aabb box_of(const Mesh& mesh, std::uint32_t face) {
    Aabb box;
    for (int corner = 0; corner < 3; ++corner)
        box.include(mesh.positions[mesh.faces[face][corner]]);
    return box;
}

/// Traverses the tree and checks each of the numbering rules in bvh.h, independently of how it was built.
class Checker {
public:
    Checker(const Mesh& mesh, const Bvh& bvh) : mesh_(mesh), bvh_(bvh), seen_(mesh.faces.size(), 0) {}

    void check() {
        if (mesh_.faces.empty()) {
            EXPECT_TRUE(bvh_.nodes.empty() && bvh_.boxes.empty() && bvh_.slot_faces.empty());
            EXPECT_TRUE(bvh_.root.empty());
            EXPECT_EQ(bvh_.depth, 0U);
            return;
        }
        const Aabb whole = walk(0, 0, 0);
        EXPECT_EQ(whole, bvh_.root);
        EXPECT_EQ(deepest_, bvh_.depth);
        EXPECT_LE(deepest_, Bvh::max_depth);
        EXPECT_EQ(bvh_.nodes.size(), 2 * leaves_ - 1);
        EXPECT_EQ(bvh_.boxes.size(), 2 * (leaves_ - 1));
        EXPECT_EQ(bvh_.slot_faces.size(), leaves_ * bvh_.leaf_size);
        EXPECT_TRUE(std::all_of(seen_.begin(), seen_.end(), [](int count) { return count == 1; }));
    }

private:
    /// Returns the bounds of all triangles below the node; the stored box must equal them.
    Aabb walk(std::size_t node, std::size_t leaves_before, std::uint32_t level) {
        deepest_ = std::max(deepest_, level);
        const std::uint32_t word = bvh_.nodes.at(node);
        if (NodeWord::is_leaf(word)) return leaf(NodeWord::triangles(word), leaves_before);
        const std::size_t offset = NodeWord::right_offset(word);
        const std::size_t box = 2 * (node - leaves_before);
        EXPECT_EQ(offset % 2, 0U);
        const Aabb left = walk(node + 1, leaves_before, level + 1);
        EXPECT_EQ(leaves_, leaves_before + offset / 2);
        const Aabb right = walk(node + offset, leaves_before + offset / 2, level + 1);
        EXPECT_EQ(bvh_.boxes.at(box), left);
        EXPECT_EQ(bvh_.boxes.at(box + 1), right);
        Aabb both = left;
        both.include(right);
        return both;
    }

    Aabb leaf(std::uint32_t triangles, std::size_t leaves_before) {
        EXPECT_EQ(leaves_, leaves_before);
        ++leaves_;
        EXPECT_GE(triangles, 1U);
        EXPECT_LE(triangles, bvh_.leaf_size);
        Aabb box;
        for (std::uint32_t slot = 0; slot < bvh_.leaf_size; ++slot) {
            const std::int32_t face = bvh_.slot_faces.at(leaves_before * bvh_.leaf_size + slot);
            if (slot >= triangles) {
                EXPECT_EQ(face, Bvh::padding);
                continue;
            }
            ++seen_.at(static_cast<std::size_t>(face));
            box.include(box_of(mesh_, static_cast<std::uint32_t>(face)));
        }
        return box;
    }

    const Mesh& mesh_;
    const Bvh& bvh_;
    std::vector<int> seen_;
    std::size_t leaves_ = 0;
    std::uint32_t deepest_ = 0;
};

class Built : public testing::TestWithParam<BvhMethod> {
protected:
    static void check(const Mesh& mesh) {
        ThreadPool pool(2);
        for (const std::uint32_t leaf_size : {1U, 4U, 64U}) {
            SCOPED_TRACE("leaf size " + std::to_string(leaf_size));
            const Bvh bvh = build_bvh(mesh, {GetParam(), leaf_size}, pool);
            EXPECT_EQ(bvh.leaf_size, leaf_size);
            EXPECT_NEAR(bvh.sah_cost, sah_cost(bvh), 1e-9 * bvh.sah_cost);
            Checker(mesh, bvh).check();
        }
    }
};

TEST_P(Built, NoTriangles) {
    check({});
}

TEST_P(Built, FewTriangles) {
    for (const std::uint32_t triangles : {1U, 2U, 3U, 4U, 5U, 17U})
        check(test::soup(triangles));
}

TEST_P(Built, ManyTriangles) {
    check(test::soup(70'000)); // large enough for both phases of the builder
    check(test::waves(120));
}

TEST_P(Built, EqualTriangles) {
    for (const std::uint32_t triangles : {2U, 5U, 40'000U})
        check(test::copies(triangles));
}

TEST_P(Built, NestedTrianglesStayWithinTheStack) {
    check(test::nested(40'000));
}

TEST_P(Built, DegenerateTriangles) {
    Mesh mesh = test::soup(3'000);
    for (std::size_t f = 0; f < mesh.faces.size(); f += 3) {
        mesh.faces[f].z = mesh.faces[f].y;
        if (f % 2 == 0) mesh.faces[f].y = mesh.faces[f].x;
        if (f % 2 == 0) mesh.faces[f].z = mesh.faces[f].x;
    }
    check(mesh);
    Mesh points;
    points.positions.assign(1, {0, 0, 0});
    points.faces.assign(9'000, {0, 0, 0});
    check(points);
}

TEST_P(Built, HugeAndTinyCoordinates) {
    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float smallest = std::numeric_limits<float>::denorm_min();
    for (const float scale : {2.0F * (largest / 2.0F), 1e30F, 1e-30F, smallest}) {
        Mesh mesh = test::soup(40'000);
        for (auto& p : mesh.positions)
            for (int axis = 0; axis < 3; ++axis) // the distance from -scale to scale overflows float
                p[axis] = std::clamp(2.0F * p[axis] - 1.0F, -1.0F, 1.0F) * scale;
        check(mesh);
    }
}

constexpr auto method_name = [](const auto& method) { return std::string(name_of(method.param)); };
INSTANTIATE_TEST_SUITE_P(Methods, Built, testing::Values(BvhMethod::sah, BvhMethod::lbvh), method_name);
INSTANTIATE_TEST_SUITE_P(ReleaseOnlyMethods, Built, testing::Values(BvhMethod::median), method_name);

TEST(BuildBvh, RefusesOtherLeafSizes) {
    ThreadPool pool(1);
    for (const std::uint32_t leaf_size : {0U, 65U})
        EXPECT_THROW((void)build_bvh(test::soup(10), {BvhMethod::sah, leaf_size}, pool), UsageError);
}

TEST(BuildBvh, SahIsCheaperThanMedian) {
    ThreadPool pool(2);
    const Mesh mesh = test::soup(20'000);
    EXPECT_LT(build_bvh(mesh, {BvhMethod::sah, 4}, pool).sah_cost,
              build_bvh(mesh, {BvhMethod::median, 4}, pool).sah_cost);
}

TEST(BuildBvh, MedianHalvesTheTrianglesOnTheLongestAxis) {
    Mesh mesh;
    for (const float x : {4.0F, 0.0F, 6.0F, 2.0F}) { // triangles from left to right: 1, 3, 0, 2
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}});
        mesh.faces.emplace_back(first, first + 1, first + 2);
    }
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(mesh, {BvhMethod::median, 2}, pool);
    EXPECT_EQ(bvh.nodes, (std::vector<std::uint32_t>{2, NodeWord::leaf_bit | 2, NodeWord::leaf_bit | 2}));
    EXPECT_EQ(bvh.slot_faces, (std::vector<std::int32_t>{1, 3, 0, 2}));
}

TEST(BuildBvh, LinearBvhSplitsWhereTheHighestBitOfTheCodesChanges) {
    Mesh mesh;
    for (const float x : {7.0F, 0.0F, 6.0F, 5.0F, 1.0F}) { // cells of an axis of 8: 1 and 4, then 3, 2 and 0
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, 0, 1}});
        mesh.faces.emplace_back(first, first + 1, first + 2);
    }
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(mesh, {BvhMethod::lbvh, 2}, pool);
    const std::uint32_t one = NodeWord::leaf_bit | 1;
    const std::uint32_t two = NodeWord::leaf_bit | 2;
    EXPECT_EQ(bvh.nodes, (std::vector<std::uint32_t>{2, two, 2, one, two}));
    EXPECT_EQ(bvh.slot_faces, (std::vector<std::int32_t>{1, 4, 3, -1, 0, 2}));
    EXPECT_EQ(bvh.boxes.at(0), (Aabb{{0, 0, 0}, {2, 0, 1}}));
}

} // namespace
} // namespace hitmap
