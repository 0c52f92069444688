#include "core/analysis/tree/tree_table.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

BoxSums& operator+=(BoxSums& sums, const BoxSums& more) {
    sums.accesses += more.accesses;
    add_sums(more.levels, sums.levels);
    return sums;
}

TreeTable make_tree_table(const RecordedScene& scene, const WindowSums& sums, ThreadPool& pool,
                          const JobContext& job) {
    TreeTable table;
    table.tree = BoxTree(scene, job);
    const FaceLeaves leaves = face_leaves(scene, table.tree, job);
    table.faces_inside_several = leaves.inside_several;
    table.faces_inside_none = leaves.inside_none;
    table.costs = box_costs(scene, table.tree, leaves, pool, job);
    table.sah = std::accumulate(table.costs.sah.begin(), table.costs.sah.end(), 0.0);
    table.overlap = std::accumulate(table.costs.overlap.begin(), table.costs.overlap.end(), 0.0);
    table.boxes.resize(table.tree.size());
    const std::vector<ElementSums>& elements = sums.elements[box_kind];
    for (std::size_t box = 0; box < std::min(table.boxes.size(), elements.size()); ++box)
        table.boxes[box] = {elements[box].accesses, {elements[box].l1(), elements[box].l2()}};
    table.subtree_faces = table.costs.faces;
    table.subtree_sah = table.costs.sah;
    table.subtree_overlap = table.costs.overlap;
    table.subtrees = table.boxes;
    table.tree.add_up(table.subtree_faces);
    table.tree.add_up(table.subtree_sah);
    table.tree.add_up(table.subtree_overlap);
    table.tree.add_up(table.subtrees);
    return table;
}

} // namespace hitmap
