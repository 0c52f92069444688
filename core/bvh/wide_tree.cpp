#include "core/bvh/wide_tree.h"

#include "core/bvh/triangle_ref.h"

#include <algorithm>
#include <cstddef>

namespace hitmap {

void WideTree::Children::open(std::uint32_t i, const Bvh& bvh) {
    const TreeNode parent = children_[i].node;
    std::copy_backward(children_.begin() + i + 1, children_.begin() + count_, children_.begin() + count_ + 1);
    children_[i] = {parent.left(bvh), parent.child_boxes()};
    children_[i + 1] = {parent.right(bvh), parent.child_boxes() + 1};
    ++count_;
}

WideTree::WideTree(const Bvh& bvh, std::uint32_t width, const JobContext& job) : bvh_(bvh) {
    if (width == 2 || bvh.boxes.empty()) return;
    kept_.assign(bvh.boxes.size() / 2, false);
    std::vector<TreeNode> pending{TreeNode::root(bvh)};
    for (std::size_t visited = 0; !pending.empty(); ++visited) {
        if (visited % 65536 == 0) job.check();
        const TreeNode node = pending.back();
        pending.pop_back();
        kept_[node.interior()] = true;
        for (const Child& child : widest(node, width))
            if (!child.node.is_leaf()) pending.push_back(child.node);
    }
}

WideTree::Children WideTree::widest(const TreeNode& interior, std::uint32_t width) const {
    Children children;
    children.children_[0].node = interior;
    children.count_ = 1;
    children.open(0, bvh_);
    while (children.size() < width) {
        std::uint32_t largest = width;
        double largest_area = -1.0;
        for (std::uint32_t i = 0; i < children.size(); ++i) {
            if (children[i].node.is_leaf()) continue;
            const double area = exact_half_area(bvh_.boxes[children[i].box]);
            if (area <= largest_area) continue;
            largest = i;
            largest_area = area;
        }
        if (largest == width) break;
        children.open(largest, bvh_);
    }
    return children;
}

WideTree::Children WideTree::children(const TreeNode& interior) const {
    Children children;
    children.children_[0].node = interior;
    children.count_ = 1;
    children.open(0, bvh_);
    for (std::uint32_t i = 0; i < children.size();) {
        const TreeNode& node = children[i].node;
        if (node.is_leaf() || has(node))
            ++i;
        else
            children.open(i, bvh_);
    }
    return children;
}

} // namespace hitmap
