#include "core/analysis/tree/tree_table.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hitmap {

BoxSums& operator+=(BoxSums& sums, const BoxSums& more) {
    sums.accesses += more.accesses;
    add_sums(more.levels, sums.levels);
    return sums;
}

TreeShape make_tree_shape(const RecordedScene& scene, ThreadPool& pool, const JobContext& job) {
    TreeShape shape;
    shape.tree = BoxTree(scene, job);
    const FaceLeaves leaves = face_leaves(scene, shape.tree, job);
    shape.faces_inside_several = leaves.inside_several;
    shape.faces_inside_none = leaves.inside_none;
    shape.costs = box_costs(scene, shape.tree, leaves, pool, job);
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

TreeTable make_tree_table(std::shared_ptr<const TreeShape> shape, const WindowSums& sums,
                          bool counts_accesses) {
    TreeTable table;
    table.counts_accesses = counts_accesses;
    table.shape = std::move(shape);
    table.boxes.resize(table.shape->tree.size());
    const std::vector<ElementSums>& elements = sums.elements[box_kind];
    for (std::size_t box = 0; box < std::min(table.boxes.size(), elements.size()); ++box) {
        table.boxes[box] = {elements[box].accesses, {elements[box].l1(), elements[box].l2()}};
        table.all += table.boxes[box];
    }
    table.subtrees = table.boxes;
    table.shape->tree.add_up(table.subtrees);
    return table;
}

} // namespace hitmap
