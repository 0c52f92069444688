#include "core/bvh/node_sequence.h"
#include "core/bvh/tree_layout.h"
#include "core/bvh/wide_tree.h"
#include "tests/bvh/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr NodeOrder node_orders[] = {NodeOrder::dfs, NodeOrder::bfs, NodeOrder::veb};
constexpr MemoryOrder face_orders[] = {MemoryOrder::keep, MemoryOrder::random, MemoryOrder::bfs,
                                       MemoryOrder::morton};

/// Traverses the linked layout by its references only and checks each of its guarantees.
class LinkedChecker {
public:
    LinkedChecker(const Mesh& mesh, const Bvh& bvh, const TreeLayout& layout, std::uint32_t width,
                  const Places& faces)
        : mesh_(mesh), bvh_(bvh), layout_(layout), width_(width), faces_(faces), seen_(mesh.faces.size()) {}

    void check() {
        ASSERT_TRUE(layout_.words.empty());
        ASSERT_EQ(layout_.slot_faces.size(), bvh_.slot_faces.size());
        ASSERT_EQ(layout_.box_source.size(), layout_.boxes.size());
        if (mesh_.faces.empty()) {
            EXPECT_FALSE(layout_.has_nodes());
            return;
        }
        ASSERT_EQ(layout_.nodes.size(), layout_.boxes.size() + 1);
        EXPECT_EQ(walk(0, 0), bvh_.root);
        EXPECT_EQ(visited_, layout_.nodes.size());
        EXPECT_EQ(most_entries_, layout_.stack_entries);
        EXPECT_EQ(layout_.root, bvh_.root);
        const auto& levels = layout_.links.level;
        EXPECT_EQ(levels.empty() ? 0U : *std::max_element(levels.begin(), levels.end()) + 1U, layout_.depth);
        EXPECT_TRUE(std::all_of(seen_.begin(), seen_.end(), [](int count) { return count == 1; }));
    }

private:
    /// Returns the bounds of all triangles below the node; the stored box must equal them.
    Aabb walk(std::uint32_t number, std::uint32_t entries) {
        ++visited_;
        const LinkedNode node = layout_.nodes.at(number);
        if (node.is_leaf()) return leaf(node);
        EXPECT_GE(node.count, 2U);
        EXPECT_LE(node.count, width_);
        entries += node.count - 1;
        most_entries_ = std::max(most_entries_, entries);
        Aabb all;
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
            EXPECT_GT(child, number) << "a parent lies before its children";
            const Aabb below = walk(child, entries);
            EXPECT_EQ(layout_.boxes.at(child - 1), below);
            EXPECT_EQ(bvh_.boxes.at(static_cast<std::size_t>(layout_.box_source.at(child - 1))), below);
            EXPECT_EQ(layout_.links.parent.at(child - 1), static_cast<std::int32_t>(number) - 1);
            EXPECT_EQ(layout_.links.level.at(child - 1),
                      number == 0 ? 0 : layout_.links.level.at(number - 1) + 1);
            all.include(below);
        }
        return all;
    }

    Aabb leaf(const LinkedNode& node) {
        EXPECT_EQ(node.first % layout_.leaf_size, 0U);
        EXPECT_GE(node.triangles(), 1U);
        Aabb box;
        for (std::uint32_t i = 0; i < layout_.leaf_size; ++i) {
            const std::int32_t face = layout_.slot_faces.at(node.first + i);
            EXPECT_EQ(face == Bvh::padding, i >= node.triangles());
            if (face == Bvh::padding) continue;
            ++seen_.at(static_cast<std::size_t>(face));
            if (i > 0) {
                EXPECT_LT(place(layout_.slot_faces.at(node.first + i - 1)), place(face));
            }
            for (int corner = 0; corner < 3; ++corner)
                box.include(mesh_.positions[mesh_.faces[static_cast<std::size_t>(face)][corner]]);
        }
        return box;
    }
    [[nodiscard]] std::uint32_t place(std::int32_t face) const {
        return faces_.empty() ? static_cast<std::uint32_t>(face) : faces_[static_cast<std::size_t>(face)];
    }

    const Mesh& mesh_;
    const Bvh& bvh_;
    const TreeLayout& layout_;
    std::uint32_t width_;
    const Places& faces_;
    std::vector<int> seen_;
    std::size_t visited_ = 0;
    std::uint32_t most_entries_ = 0;
};

TreeLayout laid_out(const Bvh& bvh, const LayoutOptions& options, const Places& faces, unsigned threads = 2) {
    Bvh copy = bvh;
    ThreadPool pool(threads);
    const WideTree tree(copy, options.node_width);
    return lay_out(std::move(copy), tree, options, faces, pool);
}

class LaidOut : public testing::TestWithParam<BvhMethod> {
protected:
    static void check(const Mesh& mesh) {
        ThreadPool pool(2);
        for (const std::uint32_t leaf_size : {1U, 5U}) {
            const Bvh bvh = build_bvh(mesh, {GetParam(), leaf_size}, pool);
            for (const NodeOrder order : node_orders)
                for (const std::uint32_t width : {2U, 4U, 8U})
                    for (const MemoryOrder face_order : {MemoryOrder::keep, MemoryOrder::random}) {
                        SCOPED_TRACE(std::string(name_of(order)) + " " + std::to_string(width) + " " +
                                     std::string(name_of(face_order)));
                        if (is_compact({order, width})) continue;
                        const Places faces = face_places(mesh, face_order, 1);
                        const TreeLayout layout = laid_out(bvh, {order, width}, faces);
                        LinkedChecker(mesh, bvh, layout, width, faces).check();
                    }
        }
    }
};

TEST_P(LaidOut, KeepsTheTree) {
    for (const std::uint32_t triangles : {0U, 1U, 2U, 7U, 3000U})
        check(test::soup(triangles));
    check(test::nested(2'000));
    check(test::copies(50));
}

INSTANTIATE_TEST_SUITE_P(Methods, LaidOut,
                         testing::Values(BvhMethod::sah, BvhMethod::median, BvhMethod::lbvh),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST(TreeLayout, CompactIsTheBvhAsItIs) {
    ThreadPool pool(1);
    const Mesh mesh = test::soup(500);
    const Bvh bvh = build_bvh(mesh, {}, pool);
    const TreeLayout layout = laid_out(bvh, {}, {});
    EXPECT_TRUE(layout.nodes.empty() && layout.box_source.empty());
    EXPECT_EQ(layout.words, bvh.nodes);
    EXPECT_EQ(layout.boxes, bvh.boxes);
    EXPECT_EQ(layout.slot_faces, bvh.slot_faces);
    EXPECT_EQ(layout.links.parent, box_links(bvh).parent);
    EXPECT_EQ(layout.links.level, box_links(bvh).level);
    EXPECT_EQ(layout.stack_entries, bvh.depth);
}

TEST(TreeLayout, FacesAreFreeWithinTheLeavesOfTheCompactLayout) {
    ThreadPool pool(1);
    const Mesh mesh = test::waves(20);
    const Bvh bvh = build_bvh(mesh, {BvhMethod::sah, 4}, pool);
    for (const MemoryOrder order : face_orders) {
        SCOPED_TRACE(name_of(order));
        const Places faces = face_places(mesh, order, 3);
        const TreeLayout layout = laid_out(bvh, {}, faces);
        EXPECT_EQ(layout.slot_faces, laid_out(bvh, {}, faces, 5).slot_faces);
        if (order == MemoryOrder::keep) {
            EXPECT_EQ(layout.slot_faces, bvh.slot_faces);
        } else if (order == MemoryOrder::random) {
            EXPECT_NE(layout.slot_faces, bvh.slot_faces);
        }
        for (std::size_t slot = 0; slot < bvh.slot_faces.size(); slot += 4) {
            auto expected = bvh.slot_faces.begin() + static_cast<std::ptrdiff_t>(slot);
            auto found = layout.slot_faces.begin() + static_cast<std::ptrdiff_t>(slot);
            EXPECT_TRUE(std::is_permutation(expected, expected + 4, found));
            for (int i = 1; i < 4 && found[i] >= 0 && !faces.empty(); ++i)
                EXPECT_LT(faces[static_cast<std::size_t>(found[i - 1])],
                          faces[static_cast<std::size_t>(found[i])]);
        }
    }
}

TEST(TreeLayout, LeavesOfTheLinkedLayoutGoByTheirFirstFace) {
    ThreadPool pool(1);
    const Mesh mesh = test::soup(8);
    const Bvh bvh = build_bvh(mesh, {BvhMethod::median, 2}, pool);
    Places backwards(8);
    for (std::uint32_t face = 0; face < 8; ++face)
        backwards[face] = 7 - face;
    const TreeLayout layout = laid_out(bvh, {NodeOrder::bfs, 2}, backwards);
    std::vector<std::int32_t> firsts;
    for (std::size_t slot = 0; slot < 8; slot += 2) {
        EXPECT_GT(layout.slot_faces[slot], layout.slot_faces[slot + 1]);
        firsts.push_back(layout.slot_faces[slot]);
    }
    EXPECT_TRUE(std::is_sorted(firsts.rbegin(), firsts.rend()));
}

/// Numbers nodes from 1 at the root; the children of n are 2 n and 2 n + 1.
std::string numbers(const Bvh& bvh, NodeOrder order) {
    std::map<std::uint32_t, int> number_of; // by the number of the node in the Bvh
    struct Pending {
        TreeNode node;
        int number;
    };
    std::vector<Pending> pending{{TreeNode::root(bvh), 1}};
    while (!pending.empty()) {
        const auto [node, number] = pending.back();
        pending.pop_back();
        number_of[node.node] = number;
        if (node.is_leaf()) continue;
        pending.push_back({node.left(bvh), 2 * number});
        pending.push_back({node.right(bvh), 2 * number + 1});
    }
    std::string text;
    for (const TreeNode& node : node_sequence(WideTree(bvh, 2), order).nodes)
        text += std::to_string(number_of.at(node.node)) + " ";
    return text;
}

TEST(NodeSequence, OfACompleteTree) {
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(test::soup(16), {BvhMethod::median, 1}, pool);
    EXPECT_EQ(numbers(bvh, NodeOrder::dfs), "1 2 4 8 9 5 10 11 3 6 12 13 7 14 15 ");
    EXPECT_EQ(numbers(bvh, NodeOrder::bfs), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ");
    EXPECT_EQ(numbers(bvh, NodeOrder::veb), "1 2 3 4 8 9 5 10 11 6 12 13 7 14 15 ");
}

TEST(NodeSequence, OfACompleteTreeOfSixLevels) {
    // Six levels are divided into three above three, three levels into one above two.
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(test::soup(64), {BvhMethod::median, 1}, pool);
    EXPECT_EQ(numbers(bvh, NodeOrder::veb).substr(0, 70),
              "1 2 4 5 3 6 7 8 16 32 33 17 34 35 9 18 36 37 19 38 39 10 20 40 41 21 4");
}

} // namespace
} // namespace hitmap
