#include "core/analysis/groups/tree_table.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <utility>

namespace hitmap {

BoxSums& operator+=(BoxSums& sums, const BoxSums& more) {
    sums.accesses += more.accesses;
    add_sums(more.levels, sums.levels);
    return sums;
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
