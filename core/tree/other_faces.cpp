#include "core/tree/other_faces.h"

#include "core/bvh/clipped_polygon.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// A subtree of at most this many boxes is measured by one thread, from the top down.
constexpr std::uint32_t most_boxes_of_a_task = 4096;

ClippedPolygon triangle_of(const RecordedScene& scene, std::uint32_t slot) {
    const glm::uvec3& face = scene.face_slots[slot];
    return {scene.vertices[face.x], scene.vertices[face.y], scene.vertices[face.z]};
}

bool meet(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis])) return false;
    return true;
}

bool contains(const Aabb& outer, const Aabb& inner) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(outer.lower[axis] <= inner.lower[axis] && inner.upper[axis] <= outer.upper[axis])) return false;
    return true;
}

/// Whether every box is within its parent. Then a box can only meet what its parent meets.
bool is_nested(const RecordedScene& scene, const BoxTree& tree) {
    for (std::uint32_t box = 0; box < tree.size(); ++box)
        if (const std::uint32_t parent = tree.parent(box);
            parent != BoxTree::none && !contains(scene.boxes[parent], scene.boxes[box]))
            return false;
    return true;
}

/// Boxes that have faces. Those that meet a box and are not in its subtree, in the order in which a search
/// from the top finds them: areas are added in this order, so that every way gives the same sum.
struct Others {
    std::vector<std::uint32_t> before; ///< found before the box
    std::vector<std::uint32_t> after;
};

class OtherFaces {
public:
    OtherFaces(const RecordedScene& scene, const BoxTree& tree, const FacesByLeaf& lists,
               std::vector<double>& areas, const JobContext& job)
        : scene_(scene), tree_(tree), lists_(lists), areas_(areas), job_(job) {}

    /// Measures a box by a search from the top.
    void measure(std::uint32_t box) {
        job_.check();
        const Others others = search_from_top(box);
        areas_[box] = area(box, others);
    }
    /// Measures the boxes of a subtree of a nested tree: what a box meets is looked for among what its parent
    /// meets.
    void measure_subtree(std::uint32_t top) {
        std::vector<std::pair<std::uint32_t, Others>> open;
        open.emplace_back(top, search_from_top(top));
        while (!open.empty()) {
            job_.check();
            const auto [box, others] = std::move(open.back());
            open.pop_back();
            areas_[box] = area(box, others);
            for (auto child = tree_.first_child(box); child != BoxTree::none;
                 child = tree_.next_sibling(child))
                open.emplace_back(child, others_of_child(box, others, child));
        }
    }

private:
    [[nodiscard]] double area(std::uint32_t box, const Others& others) const {
        const Aabb& bounds = scene_.boxes[box];
        double sum = 0.0;
        for (const auto* list : {&others.before, &others.after})
            for (const std::uint32_t other : *list)
                for (std::uint64_t i = lists_.begin[other]; i < lists_.begin[std::size_t{other} + 1]; ++i) {
                    if (!meet(lists_.bounds[i], bounds)) continue;
                    sum += contains(bounds, lists_.bounds[i])
                               ? lists_.areas[i]
                               : triangle_of(scene_, lists_.faces[i]).clipped(bounds).area();
                }
        return sum;
    }

    /// Appends the boxes with faces of the subtrees in open_, of which the last one comes first, that meet
    /// `bounds`. Calls at_box() in place of entering the subtree of `box`.
    template <class AtBox>
    void search(const Aabb& bounds, std::uint32_t box, std::vector<std::uint32_t>*& out,
                const AtBox& at_box) {
        while (!open_.empty()) {
            const std::uint32_t other = open_.back();
            open_.pop_back();
            if (other == box) {
                at_box();
                continue;
            }
            if (!meet(scene_.boxes[other], bounds)) continue;
            if (lists_.count(other) != 0) out->push_back(other);
            push_children(other);
        }
    }
    void push_children(std::uint32_t box) {
        for (auto child = tree_.first_child(box); child != BoxTree::none; child = tree_.next_sibling(child))
            open_.push_back(child);
    }

    [[nodiscard]] Others search_from_top(std::uint32_t box) {
        Others others;
        auto* out = &others.before;
        open_.assign(tree_.tops().begin(), tree_.tops().end());
        search(scene_.boxes[box], box, out, [&] { out = &others.after; });
        return others;
    }

    [[nodiscard]] Others others_of_child(std::uint32_t parent, const Others& of_parent, std::uint32_t child) {
        const Aabb& bounds = scene_.boxes[child];
        Others others;
        const auto take = [&](const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to) {
            std::copy_if(from.begin(), from.end(), std::back_inserter(to),
                         [&](std::uint32_t other) { return meet(scene_.boxes[other], bounds); });
        };
        take(of_parent.before, others.before);
        if (lists_.count(parent) != 0 && meet(scene_.boxes[parent], bounds)) others.before.push_back(parent);
        auto* out = &others.before;
        push_children(parent);
        search(bounds, child, out, [&] { out = &others.after; });
        take(of_parent.after, others.after);
        return others;
    }

    const RecordedScene& scene_;
    const BoxTree& tree_;
    const FacesByLeaf& lists_;
    std::vector<double>& areas_;
    const JobContext& job_;
    std::vector<std::uint32_t> open_; // scratch memory of searches
};

} // namespace

FacesByLeaf::FacesByLeaf(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves)
    : begin(tree.size() + 1, 0) {
    for (const std::uint32_t leaf : leaves.leaf)
        if (leaf != BoxTree::none) ++begin[std::size_t{leaf} + 1];
    for (std::size_t box = 0; box < tree.size(); ++box)
        begin[box + 1] += begin[box];
    faces.resize(begin.back());
    std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t slot = 0; slot < leaves.leaf.size(); ++slot)
        if (leaves.leaf[slot] != BoxTree::none) faces[next[leaves.leaf[slot]]++] = slot;
    bounds.resize(faces.size());
    areas.reserve(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const glm::uvec3& face = scene.face_slots[faces[i]];
        for (const std::uint32_t vertex : {face.x, face.y, face.z})
            bounds[i].include(scene.vertices[vertex]);
        areas.push_back(triangle_of(scene, faces[i]).area());
    }
}

std::vector<double> areas_of_other_faces(const RecordedScene& scene, const BoxTree& tree,
                                         const FacesByLeaf& lists, ThreadPool& pool, const JobContext& job) {
    std::vector<double> areas(tree.size());
    std::vector<std::uint32_t> single;   // boxes that are measured alone
    std::vector<std::uint32_t> subtrees; // tops of subtrees that are measured together
    const bool nested = is_nested(scene, tree);
    for (std::uint32_t box = 0; box < tree.size(); ++box) {
        const std::uint32_t parent = tree.parent(box);
        if (!nested || tree.subtree_boxes(box) > most_boxes_of_a_task)
            single.push_back(box);
        else if (parent == BoxTree::none || tree.subtree_boxes(parent) > most_boxes_of_a_task)
            subtrees.push_back(box);
    }
    job.begin("measuring the tree", single.size() + subtrees.size(), "boxes and subtrees");
    constexpr std::size_t grain = 16;
    parallel_for(pool, single.size(), grain, [&](std::size_t begin, std::size_t end) {
        OtherFaces others(scene, tree, lists, areas, job);
        for (std::size_t i = begin; i < end; ++i)
            others.measure(single[i]);
        job.add(end - begin);
    });
    parallel_for(pool, subtrees.size(), 1, [&](std::size_t begin, std::size_t end) {
        OtherFaces others(scene, tree, lists, areas, job);
        for (std::size_t i = begin; i < end; ++i)
            others.measure_subtree(subtrees[i]);
        job.add(end - begin);
    });
    return areas;
}

} // namespace hitmap
