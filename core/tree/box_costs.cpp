#include "core/tree/box_costs.h"

#include "core/bvh/triangle_ref.h"
#include "core/jobs/check_often.h"
#include "core/tree/other_faces.h"

namespace hitmap {

namespace {

double root_area(const RecordedScene& scene, const BoxTree& tree) {
    Aabb root;
    for (const std::uint32_t top : tree.tops())
        root.include(scene.boxes[top]);
    return root.empty() ? 0.0 : exact_half_area(root);
}

} // namespace

BoxCosts box_costs(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves,
                   ThreadPool& pool, const JobContext& job) {
    const FacesByLeaf lists(scene, tree, leaves);
    BoxCosts costs{std::vector<std::uint64_t>(tree.size()), std::vector<double>(tree.size()),
                   std::vector<double>(tree.size())};
    double all_faces = 0.0;
    for (const double area : lists.areas)
        all_faces += area;
    const double root = root_area(scene, tree);
    const std::vector<double> others = areas_of_other_faces(scene, tree, lists, pool, job);
    for (std::uint32_t box = 0; box < tree.size(); ++box) {
        check_often(box, job);
        costs.faces[box] = lists.count(box);
        const double cost = tree.is_leaf(box) ? static_cast<double>(costs.faces[box]) : 1.0;
        if (root > 0.0 && !scene.boxes[box].empty())
            costs.sah[box] = cost * exact_half_area(scene.boxes[box]) / root;
        if (all_faces > 0.0 && cost > 0.0) costs.overlap[box] = cost * others[box] / all_faces;
    }
    return costs;
}

} // namespace hitmap
