#include "core/tree/other_faces.h"

#include "core/bvh/clipped_polygon.h"

#include <optional>

namespace hitmap {

namespace {

/// A subtree of at most this many boxes is measured by one thread, from the top down.
constexpr std::uint32_t most_boxes_of_a_task = 4096;

ClippedPolygon triangle_of(const RecordedScene& scene, std::uint32_t slot, const Aabb& bounds) {
    const glm::uvec3& face = scene.face_slots[slot];
    return {scene.vertices[face.x], scene.vertices[face.y], scene.vertices[face.z], bounds};
}

/// For comparisons without branches, which a processor could not predict.
unsigned at_most(float a, float b) {
    return a <= b ? 1U : 0U;
}

bool meet(const Aabb& a, const Aabb& b) {
    unsigned all = 1;
    for (int axis = 0; axis < 3; ++axis)
        all &= at_most(a.lower[axis], b.upper[axis]) & at_most(b.lower[axis], a.upper[axis]);
    return all != 0;
}

bool contains(const Aabb& outer, const Aabb& inner) {
    unsigned all = 1;
    for (int axis = 0; axis < 3; ++axis)
        all &= at_most(outer.lower[axis], inner.lower[axis]) & at_most(inner.upper[axis], outer.upper[axis]);
    return all != 0;
}

/// Whether every box is within its parent. Then a box can only meet what its parent meets.
bool is_nested(const RecordedScene& scene, const BoxTree& tree) {
    for (std::uint32_t box = 0; box < tree.size(); ++box)
        if (const std::uint32_t parent = tree.parent(box);
            parent != BoxTree::none && !contains(scene.boxes[parent], scene.boxes[box]))
            return false;
    return true;
}

/// Boxes that have faces: those that meet a box and are not in its subtree, in the order in which a search
/// from the top finds them. Areas are added in this order, so that every way gives the same sum. A part of
/// OtherFaces::found_.
struct Others {
    std::size_t begin;
    std::size_t box; ///< where the search finds the box itself
    std::size_t end;
};

class OtherFaces {
public:
    OtherFaces(const RecordedScene& scene, const BoxTree& tree, const FacesByLeaf& lists,
               std::vector<double>& areas, const JobContext& job)
        : scene_(scene), tree_(tree), lists_(lists), areas_(areas), job_(job) {}

    /// Measures a box by a search from the top.
    void measure(std::uint32_t box) {
        job_.check();
        found_.clear();
        areas_[box] = area(box, search_from_top(box));
    }
    /// Measures the boxes of a subtree of a nested tree: what a box meets is looked for among what its parent
    /// meets.
    void measure_subtree(std::uint32_t top) {
        found_.clear();
        measure_below(top, search_from_top(top));
    }

private:
    void measure_below(std::uint32_t box, const Others& others) {
        job_.check();
        areas_[box] = area(box, others);
        for (auto child = tree_.first_child(box); child != BoxTree::none; child = tree_.next_sibling(child)) {
            measure_below(child, others_of_child(box, others, child));
            found_.resize(others.end);
        }
    }

    [[nodiscard]] double area(std::uint32_t box, const Others& others) const {
        const Aabb& bounds = scene_.boxes[box];
        double sum = 0.0;
        for (std::size_t k = others.begin; k < others.end; ++k) {
            const std::uint32_t other = found_[k];
            for (std::uint64_t i = lists_.begin[other]; i < lists_.begin[std::size_t{other} + 1]; ++i)
                if (meet(lists_.bounds[i], bounds))
                    sum += triangle_of(scene_, lists_.faces[i], lists_.bounds[i]).area_within(bounds);
        }
        return sum;
    }

    /// Appends the boxes with faces of the subtrees in open_, of which the last one comes first, that meet
    /// `bounds`, without the subtree of `box`. Returns where it comes; the end if the search does not find
    /// it.
    std::size_t search(const Aabb& bounds, std::uint32_t box) {
        std::optional<std::size_t> place;
        while (!open_.empty()) {
            const std::uint32_t other = open_.back();
            open_.pop_back();
            if (other == box) {
                place = found_.size();
                continue;
            }
            if (!meet(scene_.boxes[other], bounds)) continue;
            if (lists_.count(other) != 0) found_.push_back(other);
            push_children(other);
        }
        return place.value_or(found_.size());
    }
    void push_children(std::uint32_t box) {
        for (auto child = tree_.first_child(box); child != BoxTree::none; child = tree_.next_sibling(child))
            open_.push_back(child);
    }

    [[nodiscard]] Others search_from_top(std::uint32_t box) {
        open_.assign(tree_.tops().begin(), tree_.tops().end());
        const std::size_t begin = found_.size();
        const std::size_t place = search(scene_.boxes[box], box);
        return {begin, place, found_.size()};
    }

    /// Appends the boxes [begin, end) of found_ that meet `bounds`.
    void take(std::size_t begin, std::size_t end, const Aabb& bounds) {
        std::size_t size = found_.size();
        found_.resize(size + end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            found_[size] = found_[i];
            size += meet(scene_.boxes[found_[i]], bounds) ? 1 : 0;
        }
        found_.resize(size);
    }

    [[nodiscard]] Others others_of_child(std::uint32_t parent, const Others& of_parent, std::uint32_t child) {
        const Aabb& bounds = scene_.boxes[child];
        const std::size_t begin = found_.size();
        take(of_parent.begin, of_parent.box, bounds);
        if (lists_.count(parent) != 0 && meet(scene_.boxes[parent], bounds)) found_.push_back(parent);
        push_children(parent);
        const std::size_t place = search(bounds, child);
        take(of_parent.box, of_parent.end, bounds);
        return {begin, place, found_.size()};
    }

    const RecordedScene& scene_;
    const BoxTree& tree_;
    const FacesByLeaf& lists_;
    std::vector<double>& areas_;
    const JobContext& job_;
    std::vector<std::uint32_t> open_;  // scratch memory of searches
    std::vector<std::uint32_t> found_; // Others of the boxes from the top to the present one
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
        areas.push_back(triangle_of(scene, faces[i], bounds[i]).area());
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
