#include "core/tree/face_leaves.h"

#include "core/bvh/triangle_ref.h"
#include "core/jobs/check_often.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace hitmap {

namespace {

void include_face(Aabb& bounds, const RecordedScene& scene, std::size_t slot) {
    for (int corner = 0; corner < 3; ++corner)
        bounds.include(scene.vertices[scene.face_slots[slot][corner]]);
}

Aabb bounds_of(const RecordedScene& scene, std::size_t slot) {
    Aabb bounds;
    include_face(bounds, scene, slot);
    return bounds;
}

/// Finds the leaves that contain a face or several.
class LeafSearch {
public:
    LeafSearch(const RecordedScene& scene, const BoxTree& tree) : scene_(scene), tree_(tree) {}

    /// Returns the leaves in the order of the tree. The result is valid until the next call.
    [[nodiscard]] std::span<const std::uint32_t> leaves_with(const Aabb& face) {
        found_.clear();
        open_.assign(tree_.tops().begin(), tree_.tops().end());
        while (!open_.empty()) {
            const std::uint32_t box = open_.back();
            open_.pop_back();
            if (!contains(scene_.boxes[box], face)) continue;
            if (tree_.is_leaf(box)) found_.push_back(box);
            for (auto child = tree_.first_child(box); child != BoxTree::none;
                 child = tree_.next_sibling(child))
                open_.push_back(child);
        }
        return found_;
    }

private:
    static bool contains(const Aabb& box, const Aabb& face) {
        for (int axis = 0; axis < 3; ++axis)
            if (!(box.lower[axis] <= face.lower[axis] && face.upper[axis] <= box.upper[axis])) return false;
        return true;
    }

    const RecordedScene& scene_;
    const BoxTree& tree_;
    std::vector<std::uint32_t> open_;
    std::vector<std::uint32_t> found_;
};

/// Returns the leaf of each face if all leaves have equally many slots and each has exactly the box around
/// its faces; else nothing.
std::optional<std::vector<std::uint32_t>> leaves_of_equal_size(const RecordedScene& scene,
                                                               const BoxTree& tree, LeafSearch& search,
                                                               const JobContext& job) {
    const std::size_t slots = scene.face_slots.size();
    std::size_t leaves = 0;
    for (std::uint32_t box = 0; box < tree.size(); ++box)
        leaves += tree.is_leaf(box) ? 1 : 0;
    if (leaves == 0 || slots % leaves != 0) return std::nullopt;
    const std::size_t size = slots / leaves;
    std::vector<std::uint32_t> result(slots, BoxTree::none);
    std::vector<bool> taken(tree.size(), false);
    for (std::size_t first = 0; first < slots; first += size) {
        check_often(first / size, job);
        Aabb bounds;
        for (std::size_t slot = first; slot < first + size; ++slot)
            if (!scene.is_padding(slot)) include_face(bounds, scene, slot);
        const auto found = search.leaves_with(bounds);
        const auto same = std::ranges::find_if(
            found, [&](std::uint32_t box) { return !taken[box] && scene.boxes[box] == bounds; });
        if (same == found.end()) return std::nullopt;
        taken[*same] = true;
        for (std::size_t slot = first; slot < first + size; ++slot)
            if (!scene.is_padding(slot)) result[slot] = *same;
    }
    return result;
}

} // namespace

FaceLeaves face_leaves(const RecordedScene& scene, const BoxTree& tree, const JobContext& job) {
    FaceLeaves result;
    LeafSearch search(scene, tree);
    if (auto leaves = leaves_of_equal_size(scene, tree, search, job)) {
        result.leaf = std::move(*leaves);
        return result;
    }
    result.leaf.assign(scene.face_slots.size(), BoxTree::none);
    std::vector<std::uint32_t> unclear; // faces that several leaves contain
    job.begin("finding the leaves of faces", scene.face_slots.size(), "faces");
    for (std::uint32_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        check_often(slot, job);
        job.add(1);
        if (scene.is_padding(slot)) continue;
        const auto leaves = search.leaves_with(bounds_of(scene, slot));
        if (leaves.empty()) ++result.inside_none;
        if (leaves.size() == 1) result.leaf[slot] = leaves.front();
        if (leaves.size() > 1) unclear.push_back(slot);
    }
    result.inside_several = unclear.size();
    for (const std::uint32_t slot : unclear) {
        const auto leaves = search.leaves_with(bounds_of(scene, slot));
        const auto is_leaf_of = [&](std::size_t other) {
            return other < result.leaf.size() && std::ranges::count(leaves, result.leaf[other]) != 0;
        };
        if (slot > 0 && is_leaf_of(slot - 1))
            result.leaf[slot] = result.leaf[slot - 1];
        else if (is_leaf_of(std::size_t{slot} + 1))
            result.leaf[slot] = result.leaf[slot + 1];
        else
            result.leaf[slot] = *std::ranges::min_element(leaves, {}, [&](std::uint32_t box) {
                return std::pair(exact_half_area(scene.boxes[box]), box);
            });
    }
    return result;
}

} // namespace hitmap
