#include "core/tree/box_tree.h"

#include "core/jobs/check_often.h"

namespace hitmap {

BoxTree::BoxTree(const RecordedScene& scene, const JobContext& job)
    : BoxTree(std::span<const std::int32_t>(scene.box_parent), job) {}

BoxTree::BoxTree(std::span<const std::int32_t> parents, const JobContext& job) : boxes_(parents.size()) {
    const auto count = static_cast<std::uint32_t>(boxes_.size());
    std::vector<std::uint32_t> open(count, 0); // children whose subtrees are not complete yet
    for (std::uint32_t box = 0; box < count; ++box) {
        check_often(box, job);
        const std::int32_t parent = parents[box];
        if (parent < 0 || static_cast<std::uint32_t>(parent) >= count) continue;
        boxes_[box].parent = static_cast<std::uint32_t>(parent);
        ++boxes_[boxes_[box].parent].children;
        ++open[boxes_[box].parent];
    }
    for (std::uint32_t box = 0; box < count; ++box)
        if (open[box] == 0) children_first_.push_back(box);
    for (std::size_t i = 0; i < children_first_.size(); ++i) {
        check_often(i, job);
        const Box& box = boxes_[children_first_[i]];
        if (box.parent == none) continue;
        boxes_[box.parent].subtree += box.subtree;
        if (--open[box.parent] == 0) children_first_.push_back(box.parent);
    }
    for (std::uint32_t box = count; box-- > 0;) {
        const std::uint32_t above = boxes_[box].parent;
        if (above == none || open[box] != 0) continue;
        boxes_[box].next_sibling = boxes_[above].first_child;
        boxes_[above].first_child = box;
    }
    for (auto box = children_first_.rbegin(); box != children_first_.rend(); ++box)
        if (boxes_[*box].parent != none) boxes_[*box].level = boxes_[boxes_[*box].parent].level + 1;
    for (std::uint32_t box = 0; box < count; ++box)
        if (boxes_[box].parent == none || open[box] != 0) tops_.push_back(box);
}

} // namespace hitmap
