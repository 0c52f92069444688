#include "core/tree/tree_shape.h"

#include <numeric>

namespace hitmap {

bool has_tree(const RecordingInfo& info, const RecordedScene* scene) {
    return scene != nullptr && !scene->boxes.empty() && !scene->box_parent.empty() &&
           knows_box_extents(info) && knows_vertex_positions(info);
}

TreeShape make_tree_shape(const RecordedScene& scene, ThreadPool& pool, const JobContext& job) {
    TreeShape shape;
    shape.tree = BoxTree(scene, job);
    shape.leaves = face_leaves(scene, shape.tree, job);
    shape.costs = box_costs(scene, shape.tree, shape.leaves, pool, job);
    shape.sah = std::accumulate(shape.costs.sah.begin(), shape.costs.sah.end(), 0.0);
    shape.overlap = std::accumulate(shape.costs.overlap.begin(), shape.costs.overlap.end(), 0.0);
    shape.subtree_faces = shape.costs.faces;
    shape.subtree_sah = shape.costs.sah;
    shape.subtree_overlap = shape.costs.overlap;
    shape.tree.add_up(shape.subtree_faces);
    shape.tree.add_up(shape.subtree_sah);
    shape.tree.add_up(shape.subtree_overlap);
    return shape;
}

std::shared_ptr<const TreeShape> TreeOnce::get(const JobContext& job) {
    const auto make = [&] { return std::make_shared<const TreeShape>(make_tree_shape(*scene_, pool_, job)); };
    return shape_.get(make, job);
}

} // namespace hitmap
