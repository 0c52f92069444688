#pragma once

#include "core/bvh/tree_layout.h"
#include "core/jobs/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

/// The interior nodes of a tree in an order of memory, in which every parent comes before its children.
template <class Node>
struct TreeSequence {
    std::vector<Node> nodes;         ///< [interior nodes]
    std::uint32_t levels = 0;        ///< number of levels of interior nodes
    std::uint32_t stack_entries = 0; ///< see TreeLayout
};

/// Puts the interior nodes of a tree in order. A Tree has a type Node, and these functions:
/// - interior_nodes(): their number, or an upper bound of it; 0: the tree is a leaf or empty
/// - root(): the root, if there is an interior node
/// - children(node): how many children an interior node has, leaves included
/// - for_each_interior_child(node, visit): calls visit(child) from left to right
template <class Tree>
class TreeSequencer {
public:
    using Node = typename Tree::Node;

    TreeSequencer(const Tree& tree, const JobContext& job) : tree_(tree), job_(job) {}

    [[nodiscard]] TreeSequence<Node> in_order(NodeOrder order) && {
        if (tree_.interior_nodes() == 0) return {};
        sequence_.nodes.reserve(tree_.interior_nodes());
        depth_first(tree_.root());
        if (order == NodeOrder::dfs) return std::move(sequence_);
        sequence_.nodes.clear();
        if (order == NodeOrder::bfs) {
            breadth_first(tree_.root());
        } else {
            std::vector<Node> below;
            van_emde_boas(tree_.root(), sequence_.levels, below);
        }
        return std::move(sequence_);
    }

private:
    /// Depth-first order. Also counts the levels and the entries of the traversal stack.
    void depth_first(const Node& root) {
        struct Pending {
            Node node;
            std::uint32_t level;
            std::uint32_t entries; ///< on the stack of a traversal that visits this child last
        };
        std::vector<Pending> pending{{root, 1, 0}};
        while (!pending.empty()) {
            const Pending at = pending.back();
            pending.pop_back();
            emit(at.node);
            const std::uint32_t entries = at.entries + tree_.children(at.node) - 1;
            sequence_.stack_entries = std::max(sequence_.stack_entries, entries);
            sequence_.levels = std::max(sequence_.levels, at.level);
            const auto first = static_cast<std::ptrdiff_t>(pending.size());
            tree_.for_each_interior_child(at.node, [&](const Node& child) {
                pending.push_back({child, at.level + 1, entries});
            });
            std::reverse(pending.begin() + first, pending.end()); // so that the leftmost is visited next
        }
    }
    void breadth_first(const Node& root) {
        emit(root);
        for (std::size_t next = 0; next < sequence_.nodes.size(); ++next)
            tree_.for_each_interior_child(Node(sequence_.nodes[next]),
                                          [&](const Node& child) { emit(child); });
    }
    /// Emits the nodes of the first `levels` levels from `root` on, and appends the nodes of the next level
    /// to `below`, from left to right.
    void van_emde_boas(const Node& root, std::uint32_t levels, std::vector<Node>& below) {
        if (levels == 1) {
            emit(root);
            tree_.for_each_interior_child(root, [&](const Node& child) { below.push_back(child); });
            return;
        }
        std::vector<Node> middle;
        van_emde_boas(root, levels / 2, middle);
        for (const Node& node : middle)
            van_emde_boas(node, levels - levels / 2, below);
    }
    void emit(const Node& node) {
        if (sequence_.nodes.size() % 65536 == 0) job_.check();
        sequence_.nodes.push_back(node);
    }

    const Tree& tree_;
    const JobContext& job_;
    TreeSequence<Node> sequence_;
};

} // namespace hitmap
