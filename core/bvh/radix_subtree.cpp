#include "core/bvh/radix_subtree.h"

#include <algorithm>

namespace hitmap {

Subtree RadixSubtreeBuilder::build(std::span<const TriangleRef> refs, std::uint32_t depth,
                                   const JobContext& job) {
    job.check();
    refs_ = refs;
    tree_ = {};
    std::vector<Key> keys(refs.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i)
        keys[i] = {frame_.code(refs[i].centroid()), i};
    std::sort(keys.begin(), keys.end());
    job.check();
    tree_.cost = build_node(keys, depth).cost;
    tree_.shrink_to_fit();
    return std::move(tree_);
}

RadixSubtreeBuilder::Built RadixSubtreeBuilder::build_node(std::span<const Key> keys, std::uint32_t depth) {
    tree_.depth = std::max(tree_.depth, depth);
    if (keys.size() <= leaf_size_) return emit_leaf(keys);
    const std::size_t left = left_of_split(keys, depth);
    const std::size_t node = tree_.nodes.size();
    const std::size_t box = tree_.boxes.size();
    tree_.nodes.push_back(0);
    tree_.boxes.resize(box + 2);
    const Built first = build_node(keys.first(left), depth + 1);
    tree_.nodes[node] = static_cast<std::uint32_t>(tree_.nodes.size() - node);
    const Built second = build_node(keys.subspan(left), depth + 1);
    tree_.boxes[box] = first.box;
    tree_.boxes[box + 1] = second.box;
    Aabb both = first.box;
    both.include(second.box);
    return {both, exact_half_area(both) + first.cost + second.cost};
}

RadixSubtreeBuilder::Built RadixSubtreeBuilder::emit_leaf(std::span<const Key> keys) {
    Aabb box;
    for (const Key& key : keys)
        box.include(refs_[key.second].box);
    tree_.append_leaf(leaf_size_, keys.size(), [&](std::size_t i) { return refs_[keys[i].second].face; });
    return {box, exact_half_area(box) * static_cast<double>(keys.size())};
}

std::size_t RadixSubtreeBuilder::left_of_split(std::span<const Key> keys, std::uint32_t depth) {
    const std::uint64_t lowest = keys.front().first;
    const std::uint64_t highest = keys.back().first;
    if (lowest != highest) {
        const Key first_right{first_with_highest_bit(lowest, highest), 0};
        const auto left =
            static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), first_right) - keys.begin());
        if (fits_below(depth + 1, std::max(left, keys.size() - left))) return left;
    }
    return keys.size() / 2;
}

} // namespace hitmap
