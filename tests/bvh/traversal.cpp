#include "tests/bvh/traversal.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace hitmap::test {

namespace {

bool meets(const Aabb& box, const Ray& ray, double nearest) {
    double enter = 0.0;
    double leave = nearest;
    for (int axis = 0; axis < 3; ++axis) {
        const double origin = ray.origin[axis];
        if (ray.direction[axis] == 0.0F) {
            if (origin < box.lower[axis] || origin > box.upper[axis]) return false;
            continue;
        }
        const double a = (box.lower[axis] - origin) / ray.direction[axis];
        const double b = (box.upper[axis] - origin) / ray.direction[axis];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave * (1.0 + 1e-12);
}

} // namespace

double nearest_hit(const Mesh& mesh, const Bvh& bvh, const Ray& ray) {
    struct Entry {
        std::size_t node;
        std::size_t leaves_before;
    };
    std::array<Entry, Bvh::max_depth + 1> stack;
    std::size_t entries = 0;
    double nearest = std::numeric_limits<double>::infinity();
    if (!bvh.nodes.empty() && meets(bvh.root, ray, nearest)) stack[entries++] = {0, 0};
    while (entries > 0) {
        const auto [node, leaves_before] = stack.at(--entries);
        const std::uint32_t word = bvh.nodes.at(node);
        if (NodeWord::is_leaf(word)) {
            for (std::uint32_t i = 0; i < NodeWord::triangles(word); ++i) {
                const auto face = bvh.slot_faces.at(leaves_before * bvh.leaf_size + i);
                const auto hit = meet_plane(mesh, static_cast<std::uint32_t>(face), ray);
                if (hit && hit->t > 0.0 && hit->inside() >= 0.0) nearest = std::min(nearest, hit->t);
            }
            continue;
        }
        const std::size_t offset = NodeWord::right_offset(word);
        const std::size_t box = 2 * (node - leaves_before);
        if (meets(bvh.boxes.at(box + 1), ray, nearest))
            stack.at(entries++) = {node + offset, leaves_before + offset / 2};
        if (meets(bvh.boxes.at(box), ray, nearest)) stack.at(entries++) = {node + 1, leaves_before};
    }
    return nearest;
}

} // namespace hitmap::test
