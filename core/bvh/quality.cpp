#include "core/bvh/quality.h"

#include "core/bvh/clipped_polygon.h"
#include "core/bvh/triangle_ref.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hitmap {

namespace {

double cost_of(const WideTree& tree, const TreeNode& node) {
    if (node.is_leaf()) return node.triangles(tree.bvh());
    return tree.has(node) ? 1.0 : 0.0;
}

/// Adds up the overlap of triangles with nodes that do not contain them in their subtree.
class OverlapOfTriangles {
public:
    OverlapOfTriangles(const WideTree& tree, const Mesh& mesh) : tree_(tree), bvh_(tree.bvh()), mesh_(mesh) {}

    void add_leaf(std::uint32_t leaf) {
        const std::size_t first = std::size_t{leaf} * bvh_.leaf_size;
        for (std::size_t slot = first; slot < first + bvh_.leaf_size; ++slot)
            if (bvh_.slot_faces[slot] != Bvh::padding)
                add(mesh_.faces[static_cast<std::size_t>(bvh_.slot_faces[slot])], leaf);
    }
    double area = 0.0;    ///< area of the triangles
    double overlap = 0.0; ///< area of the clipped parts, weighted by the costs of the nodes

private:
    void add(const glm::uvec3& face, std::uint32_t leaf) {
        const ClippedPolygon triangle(mesh_.positions[face.x], mesh_.positions[face.y],
                                      mesh_.positions[face.z]);
        const double whole = triangle.area();
        if (!(whole > 0.0)) return;
        area += whole;
        for (TreeNode node = TreeNode::root(bvh_); !node.is_leaf();) {
            const TreeNode left = node.left(bvh_);
            const TreeNode right = node.right(bvh_);
            const bool goes_left = left.has_leaf(leaf);
            enter(goes_left ? right : left, node.child_boxes() + (goes_left ? 1 : 0), triangle, whole);
            node = goes_left ? left : right;
        }
    }

    /// Enters a node whose subtree does not contain the triangle; `part_area` is the area of `part`.
    void enter(const TreeNode& node, std::uint32_t box_index, const ClippedPolygon& part, double part_area) {
        const Aabb& box = bvh_.boxes[box_index];
        if (!part.may_meet(box)) return;
        if (part.inside(box)) {
            descend(node, part, part_area);
            return;
        }
        const ClippedPolygon smaller = part.clipped(box);
        const double smaller_area = smaller.area();
        if (smaller_area > 0.0) descend(node, smaller, smaller_area);
    }
    void descend(const TreeNode& node, const ClippedPolygon& part, double part_area) {
        overlap += cost_of(tree_, node) * part_area;
        if (node.is_leaf()) return;
        enter(node.left(bvh_), node.child_boxes(), part, part_area);
        enter(node.right(bvh_), node.child_boxes() + 1, part, part_area);
    }

    const WideTree& tree_;
    const Bvh& bvh_;
    const Mesh& mesh_;
};

} // namespace

double sah_cost(const WideTree& tree) {
    const Bvh& bvh = tree.bvh();
    const double root_area = bvh.root.empty() ? 0.0 : exact_half_area(bvh.root);
    if (!(root_area > 0.0)) return 0.0;
    struct Pending {
        TreeNode node;
        double area;
    };
    double sum = 0.0;
    std::vector<Pending> pending{{TreeNode::root(bvh), root_area}};
    while (!pending.empty()) {
        const auto [node, area] = pending.back();
        pending.pop_back();
        sum += cost_of(tree, node) * area;
        if (node.is_leaf()) continue;
        const Aabb* boxes = bvh.boxes.data() + node.child_boxes();
        pending.push_back({node.right(bvh), exact_half_area(boxes[1])});
        pending.push_back({node.left(bvh), exact_half_area(boxes[0])});
    }
    return sum / root_area;
}

double sah_cost(const Bvh& bvh) {
    return sah_cost(WideTree(bvh, 2));
}

double end_point_overlap(const WideTree& tree, const Mesh& mesh, ThreadPool& pool, const JobContext& job) {
    // Leaves of a task. Their number is fixed, so that the sum does not depend on the number of threads.
    constexpr std::size_t block = 1024;
    const std::size_t leaves = tree.bvh().nodes.empty() ? 0 : TreeNode::root(tree.bvh()).leaves;
    struct Sums {
        double area = 0.0;
        double overlap = 0.0;
    };
    std::vector<Sums> parts((leaves + block - 1) / block);
    job.begin("measuring the BVH", leaves, "leaves");
    parallel_for(pool, leaves, block, [&](std::size_t begin, std::size_t end) {
        OverlapOfTriangles sums(tree, mesh);
        for (std::size_t leaf = begin; leaf < end; ++leaf) {
            if (leaf % 64 == 0) job.check();
            sums.add_leaf(static_cast<std::uint32_t>(leaf));
        }
        parts[begin / block] = {sums.area, sums.overlap};
        job.add(end - begin);
    });
    Sums all;
    for (const Sums& part : parts)
        all = {all.area + part.area, all.overlap + part.overlap};
    return all.area > 0.0 ? all.overlap / all.area : 0.0;
}

} // namespace hitmap
