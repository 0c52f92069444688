#include "core/trace/formats/memtracer/stored_tree.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace hitmap::memtracer {

namespace {

constexpr std::uint32_t leaf_bit = 1U << 31U;

/// A node whose word was not read yet.
struct PendingNode {
    std::size_t index = 0;
    std::int32_t box = -1;   ///< slot; -1 for the root
    std::uint32_t level = 0; ///< of its children's boxes
};

bool is_finite(const Aabb& box) {
    for (int axis = 0; axis < 3; ++axis)
        if (!std::isfinite(box.lower[axis]) || !std::isfinite(box.upper[axis]) ||
            box.lower[axis] > box.upper[axis])
            return false;
    return true;
}

bool contains(const Aabb& outer, const Aabb& inner) {
    for (int axis = 0; axis < 3; ++axis)
        if (inner.lower[axis] < outer.lower[axis] || inner.upper[axis] > outer.upper[axis]) return false;
    return true;
}

} // namespace

std::optional<StoredTree> decode_tree(std::span<const std::uint32_t> words) {
    StoredTree tree;
    std::vector<PendingNode> pending; // right children of the nodes above the current one
    PendingNode node;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (node.index != i) return std::nullopt;
        const std::uint32_t word = words[i];
        if ((word & leaf_bit) == 0) {
            const auto first_box = static_cast<std::int32_t>(tree.box_parent.size());
            if (word < 2 || word >= words.size() - i ||
                node.level > std::numeric_limits<std::uint16_t>::max() ||
                tree.box_parent.size() > std::size_t{std::numeric_limits<std::int32_t>::max()} - 2)
                return std::nullopt;
            tree.box_parent.insert(tree.box_parent.end(), 2, node.box);
            tree.box_level.insert(tree.box_level.end(), 2, static_cast<std::uint16_t>(node.level));
            pending.push_back({i + word, first_box + 1, node.level + 1});
            node = {i + 1, first_box, node.level + 1};
            continue;
        }
        tree.leaf_faces.push_back(word & ~leaf_bit);
        if (pending.empty()) {
            if (i + 1 != words.size() || tree.box_parent.empty()) return std::nullopt;
            return tree;
        }
        node = pending.back();
        pending.pop_back();
    }
    return std::nullopt; // a node without its children, or no node
}

bool are_nested(std::span<const Aabb> boxes, const StoredTree& tree) {
    if (boxes.size() != tree.box_parent.size()) return false;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!is_finite(boxes[i])) return false;
        const std::int32_t parent = tree.box_parent[i];
        if (parent >= 0 && !contains(boxes[static_cast<std::size_t>(parent)], boxes[i])) return false;
    }
    return true;
}

} // namespace hitmap::memtracer
