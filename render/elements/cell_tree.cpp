#include "render/elements/cell_tree.h"

#include "core/bvh/tree_node.h"
#include "core/geometry/finite.h"

#include <algorithm>

namespace hitmap {

CellTree::CellTree(std::span<const glm::vec3> corners, std::size_t corners_of_cell, ThreadPool& pool,
                   const JobContext& job) {
    Mesh mesh;
    std::vector<std::int32_t> numbers; // of the cells that are faces of the mesh
    constexpr std::size_t cells_per_check = 1U << 16;
    for (std::size_t first = 0; first < corners.size(); first += corners_of_cell) {
        if (first % (cells_per_check * corners_of_cell) == 0) job.check();
        const auto cell = corners.subspan(first, corners_of_cell);
        if (!std::ranges::all_of(cell, finite)) continue;
        const auto corner = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), cell.begin(), cell.end());
        // The builder asks for the box of each face only, so that an edge is a triangle without an area.
        mesh.faces.emplace_back(corner, corner + 1, corner + (corners_of_cell == 3 ? 2U : 1U));
        numbers.push_back(static_cast<std::int32_t>(first / corners_of_cell));
    }
    // Of the methods, this one builds fastest. The stage goes on, whatever the builder counts.
    JobContext building = job;
    building.progress = nullptr;
    bvh_ = build_bvh(mesh, {BvhMethod::lbvh, 4}, pool, building);
    for (std::int32_t& face : bvh_.slot_faces)
        if (face != Bvh::padding) face = numbers[static_cast<std::size_t>(face)];
}

std::vector<std::uint32_t> CellTree::cells_in(const PixelBeam& beam) const {
    std::vector<std::uint32_t> cells;
    std::vector<TreeNode> pending;
    if (!bvh_.nodes.empty() && beam.touches(bvh_.root)) pending.push_back(TreeNode::root(bvh_));
    while (!pending.empty()) {
        const TreeNode node = pending.back();
        pending.pop_back();
        if (node.is_leaf()) {
            const std::size_t first = std::size_t{bvh_.leaf_size} * node.leaves_before;
            for (std::size_t slot = first; slot < first + node.triangles(bvh_); ++slot)
                cells.push_back(static_cast<std::uint32_t>(bvh_.slot_faces[slot]));
            continue;
        }
        if (beam.touches(bvh_.boxes[node.child_boxes()])) pending.push_back(node.left(bvh_));
        if (beam.touches(bvh_.boxes[node.child_boxes() + 1])) pending.push_back(node.right(bvh_));
    }
    std::ranges::sort(cells);
    return cells;
}

} // namespace hitmap
