#include "core/analysis/groups/tree_paths.h"

namespace hitmap {

std::vector<std::uint32_t> worst_path(const TreeTable& table, std::size_t level) {
    const BoxTree& tree = table.shape->tree;
    std::vector<std::uint32_t> path;
    double most = 0.0;
    std::uint32_t worst = BoxTree::none;
    const auto consider = [&](std::uint32_t box) {
        const double misses = table.subtrees[box].levels[level].miss_count();
        if (misses <= most) return;
        most = misses;
        worst = box;
    };
    for (const std::uint32_t top : tree.tops())
        consider(top);
    while (worst != BoxTree::none) {
        path.push_back(worst);
        most = 0.0;
        worst = BoxTree::none;
        for (auto child = tree.first_child(path.back()); child != BoxTree::none;
             child = tree.next_sibling(child))
            consider(child);
    }
    return path;
}

std::vector<TreeLevel> tree_levels(const TreeTable& table) {
    const BoxTree& tree = table.shape->tree;
    std::vector<TreeLevel> levels;
    for (std::uint32_t box = 0; box < tree.size(); ++box) {
        if (tree.level(box) >= levels.size()) levels.resize(std::size_t{tree.level(box)} + 1);
        TreeLevel& level = levels[tree.level(box)];
        ++level.boxes;
        const BoxSums& sums = table.boxes[box];
        if (sums.accesses > 0 || sums.levels[0].lookups > 0 || sums.levels[1].lookups > 0) ++level.accessed;
        level.sums += sums;
    }
    return levels;
}

} // namespace hitmap
