#include "core/trace/hmt/chunks/scene_columns.h"

#include <algorithm>

namespace hitmap::hmt {

BoxTree::BoxTree(const RecordedScene& scene) {
    const std::size_t count = scene.box_parent.size();
    first_child_.assign(count, none);
    next_sibling_.assign(count, none);
    leaf_.assign(count, none);
    std::vector<std::uint32_t> stack;
    // Backwards, so that each list of children is in rising order. A parent that comes after its child is
    // ignored here, so that the tree has no cycles whatever a file contains.
    for (std::size_t box = count; box-- > 0;) {
        const std::int32_t parent = scene.box_parent[box];
        if (parent < 0 || static_cast<std::size_t>(parent) >= box) {
            stack.push_back(static_cast<std::uint32_t>(box));
            continue;
        }
        next_sibling_[box] = first_child_[static_cast<std::size_t>(parent)];
        first_child_[static_cast<std::size_t>(parent)] = static_cast<std::uint32_t>(box);
    }
    std::uint32_t leaves = 0;
    std::vector<std::uint32_t> children;
    while (!stack.empty()) {
        const std::uint32_t box = stack.back();
        stack.pop_back();
        if (first_child_[box] == none) leaf_[box] = leaves++;
        children.clear();
        for (std::uint32_t child = first_child_[box]; child != none; child = next_sibling_[child])
            children.push_back(child);
        stack.insert(stack.end(), children.rbegin(), children.rend());
    }
    if (leaves != 0 && scene.face_slots.size() % leaves == 0)
        slots_per_leaf_ = scene.face_slots.size() / leaves;
}

Aabb BoxTree::expected(const RecordedScene& scene, std::size_t box) const {
    Aabb result;
    for (std::uint32_t child = first_child_[box]; child != none; child = next_sibling_[child])
        result.include(scene.boxes[child]);
    if (leaf_[box] == none) return result;
    const std::size_t first = leaf_[box] * slots_per_leaf_;
    for (std::size_t slot = first; slot < first + slots_per_leaf_; ++slot) {
        if (slot < scene.face_source.size() && scene.is_padding(slot)) continue;
        for (int k = 0; k < 3; ++k)
            if (const std::uint32_t vertex = scene.face_slots[slot][k]; vertex < scene.vertices.size())
                result.include(scene.vertices[vertex]);
    }
    return result;
}

} // namespace hitmap::hmt
