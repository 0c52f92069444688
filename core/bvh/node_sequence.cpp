#include "core/bvh/node_sequence.h"

#include <algorithm>
#include <cstddef>

namespace hitmap {

namespace {

class Sequencer {
public:
    Sequencer(const WideTree& tree, const JobContext& job) : tree_(tree), job_(job) {
        const std::size_t interior = tree.bvh().boxes.size() / 2;
        if (interior == 0) return;
        sequence_.nodes.reserve(interior);
        depth_first();
    }

    NodeSequence in_order(NodeOrder order) && {
        if (order == NodeOrder::dfs || sequence_.nodes.empty()) return std::move(sequence_);
        const TreeNode root = sequence_.nodes.front();
        sequence_.nodes.clear();
        if (order == NodeOrder::bfs) {
            breadth_first(root);
        } else {
            std::vector<TreeNode> below;
            van_emde_boas(root, sequence_.levels, below);
        }
        return std::move(sequence_);
    }

private:
    /// Depth-first order. Also counts the levels and the entries of the traversal stack.
    void depth_first() {
        struct Pending {
            TreeNode node;
            std::uint32_t level;
            std::uint32_t entries; ///< on the stack of a traversal that visits this child last
        };
        std::vector<Pending> pending{{TreeNode::root(tree_.bvh()), 1, 0}};
        while (!pending.empty()) {
            const Pending at = pending.back();
            pending.pop_back();
            emit(at.node);
            const auto children = tree_.children(at.node);
            const std::uint32_t entries = at.entries + children.size() - 1;
            sequence_.stack_entries = std::max(sequence_.stack_entries, entries);
            sequence_.levels = std::max(sequence_.levels, at.level);
            for (std::uint32_t i = children.size(); i-- > 0;)
                if (!children[i].node.is_leaf()) pending.push_back({children[i].node, at.level + 1, entries});
        }
    }
    void breadth_first(const TreeNode& root) {
        emit(root);
        for (std::size_t next = 0; next < sequence_.nodes.size(); ++next)
            for (const WideTree::Child& child : tree_.children(TreeNode(sequence_.nodes[next])))
                if (!child.node.is_leaf()) emit(child.node);
    }
    /// Emits the nodes of the first `levels` levels from `root` on, and appends the nodes of the next level
    /// to `below`, from left to right.
    void van_emde_boas(const TreeNode& root, std::uint32_t levels, std::vector<TreeNode>& below) {
        if (levels == 1) {
            emit(root);
            for (const WideTree::Child& child : tree_.children(root))
                if (!child.node.is_leaf()) below.push_back(child.node);
            return;
        }
        std::vector<TreeNode> middle;
        van_emde_boas(root, levels / 2, middle);
        for (const TreeNode& node : middle)
            van_emde_boas(node, levels - levels / 2, below);
    }
    void emit(const TreeNode& node) {
        if (sequence_.nodes.size() % 65536 == 0) job_.check();
        sequence_.nodes.push_back(node);
    }

    const WideTree& tree_;
    const JobContext& job_;
    NodeSequence sequence_;
};

} // namespace

NodeSequence node_sequence(const WideTree& tree, NodeOrder order, const JobContext& job) {
    return Sequencer(tree, job).in_order(order);
}

} // namespace hitmap
