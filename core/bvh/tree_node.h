#pragma once

#include "core/bvh/bvh.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A node of a Bvh, as a traversal from the root finds it.
struct TreeNode {
    std::uint32_t node = 0;          ///< index of its node word
    std::uint32_t leaves_before = 0; ///< number of leaves before it in depth-first order
    std::uint32_t leaves = 0;        ///< number of leaves in its subtree; 1 for a leaf

    /// The root of a tree, which must not be empty.
    [[nodiscard]] static TreeNode root(const Bvh& bvh) {
        return {0, 0, static_cast<std::uint32_t>(bvh.nodes.size() / 2 + 1)};
    }
    [[nodiscard]] bool is_leaf() const { return leaves == 1; }
    /// Its number among the interior nodes, in depth-first order. The node must be an interior one.
    [[nodiscard]] std::uint32_t interior() const { return node - leaves_before; }
    /// Index of its left child's box; the right child's follows.
    [[nodiscard]] std::uint32_t child_boxes() const { return 2 * interior(); }
    [[nodiscard]] TreeNode left(const Bvh& bvh) const {
        return {node + 1, leaves_before, NodeWord::right_offset(bvh.nodes[node]) / 2};
    }
    [[nodiscard]] TreeNode right(const Bvh& bvh) const {
        const std::uint32_t offset = NodeWord::right_offset(bvh.nodes[node]);
        return {node + offset, leaves_before + offset / 2, leaves - offset / 2};
    }
    [[nodiscard]] bool has_leaf(std::uint32_t leaf) const { return leaf - leaves_before < leaves; }
    /// The number of triangles of a leaf.
    [[nodiscard]] std::uint32_t triangles(const Bvh& bvh) const {
        return NodeWord::triangles(bvh.nodes[node]);
    }
};

} // namespace hitmap
