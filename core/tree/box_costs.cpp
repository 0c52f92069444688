#include "core/tree/box_costs.h"

#include "core/bvh/clipped_polygon.h"
#include "core/bvh/triangle_ref.h"
#include "core/jobs/check_often.h"

namespace hitmap {

namespace {

/// The faces of each leaf, one list after the other.
struct FacesByLeaf {
    std::vector<std::uint64_t> begin; ///< [boxes + 1]
    std::vector<std::uint32_t> faces;
    std::vector<Aabb> bounds; ///< [faces]

    FacesByLeaf(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves)
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
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const glm::uvec3& face = scene.face_slots[faces[i]];
            for (const std::uint32_t vertex : {face.x, face.y, face.z})
                bounds[i].include(scene.vertices[vertex]);
        }
    }
};

ClippedPolygon triangle_of(const RecordedScene& scene, std::uint32_t slot) {
    const glm::uvec3& face = scene.face_slots[slot];
    return {scene.vertices[face.x], scene.vertices[face.y], scene.vertices[face.z]};
}

bool meet(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis])) return false;
    return true;
}

double root_area(const RecordedScene& scene, const BoxTree& tree) {
    Aabb root;
    for (const std::uint32_t top : tree.tops())
        root.include(scene.boxes[top]);
    return root.empty() ? 0.0 : exact_half_area(root);
}

/// The area of the faces within a box that are not in its subtree. `open` is scratch memory.
double area_of_others(const RecordedScene& scene, const BoxTree& tree, const FacesByLeaf& lists,
                      std::uint32_t box, std::vector<std::uint32_t>& open) {
    const Aabb& bounds = scene.boxes[box];
    double area = 0.0;
    open.assign(tree.tops().begin(), tree.tops().end());
    while (!open.empty()) {
        const std::uint32_t other = open.back();
        open.pop_back();
        if (other == box || !meet(scene.boxes[other], bounds)) continue;
        for (std::uint64_t i = lists.begin[other]; i < lists.begin[std::size_t{other} + 1]; ++i) {
            if (!meet(lists.bounds[i], bounds)) continue;
            const ClippedPolygon face = triangle_of(scene, lists.faces[i]);
            area += face.inside(bounds) ? face.area() : face.clipped(bounds).area();
        }
        for (auto child = tree.first_child(other); child != BoxTree::none; child = tree.next_sibling(child))
            open.push_back(child);
    }
    return area;
}

} // namespace

BoxCosts box_costs(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves,
                   ThreadPool& pool, const JobContext& job) {
    const FacesByLeaf lists(scene, tree, leaves);
    BoxCosts costs{std::vector<std::uint64_t>(tree.size()), std::vector<double>(tree.size()),
                   std::vector<double>(tree.size())};
    double all_faces = 0.0;
    for (std::size_t i = 0; i < lists.faces.size(); ++i) {
        check_often(i, job);
        all_faces += triangle_of(scene, lists.faces[i]).area();
    }
    const double root = root_area(scene, tree);
    constexpr std::size_t block = 256;
    job.begin("measuring the tree", tree.size(), "boxes");
    parallel_for(pool, tree.size(), block, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> open;
        for (auto box = static_cast<std::uint32_t>(begin); box < end; ++box) {
            if (box % 16 == 0) job.check();
            costs.faces[box] = lists.begin[std::size_t{box} + 1] - lists.begin[box];
            const double cost = tree.is_leaf(box) ? static_cast<double>(costs.faces[box]) : 1.0;
            if (root > 0.0 && !scene.boxes[box].empty())
                costs.sah[box] = cost * exact_half_area(scene.boxes[box]) / root;
            if (all_faces > 0.0 && cost > 0.0)
                costs.overlap[box] = cost * area_of_others(scene, tree, lists, box, open) / all_faces;
        }
        job.add(end - begin);
    });
    return costs;
}

} // namespace hitmap
