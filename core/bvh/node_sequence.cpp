#include "core/bvh/node_sequence.h"

#include <cstddef>

namespace hitmap {

namespace {

/// A WideTree, as a TreeSequencer sees it.
class SequencedTree {
public:
    using Node = TreeNode;

    explicit SequencedTree(const WideTree& tree) : tree_(tree) {}

    [[nodiscard]] std::size_t interior_nodes() const { return tree_.bvh().boxes.size() / 2; }
    [[nodiscard]] TreeNode root() const { return TreeNode::root(tree_.bvh()); }
    [[nodiscard]] std::uint32_t children(const TreeNode& node) const { return tree_.children(node).size(); }
    template <class Visit>
    void for_each_interior_child(const TreeNode& node, Visit visit) const {
        for (const WideTree::Child& child : tree_.children(node))
            if (!child.node.is_leaf()) visit(child.node);
    }

private:
    const WideTree& tree_;
};

} // namespace

NodeSequence node_sequence(const WideTree& tree, NodeOrder order, const JobContext& job) {
    const SequencedTree sequenced(tree);
    return TreeSequencer(sequenced, job).in_order(order);
}

} // namespace hitmap
