#include "core/relayout/orders/recorded_tree.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <numeric>

namespace hitmap {

namespace {

constexpr std::size_t boxes_between_checks = 65536;

void check_adjacent(const RecordedTree& tree, RecordedTree::Node node) {
    const auto below = tree.boxes_below(node);
    if (below.empty() || below.back() - below.front() + 1 == below.size()) return;
    throw Error(
        fmt::format("expected the boxes of siblings one after the other, found {} and {}, and another "
                    "box between them",
                    below.front(), below.back()));
}

} // namespace

RecordedTree::RecordedTree(const RecordedScene& scene, const JobContext& job)
    : begin_(scene.boxes.size() + 2, 0), children_(scene.boxes.size()) {
    if (scene.box_parent.size() != scene.boxes.size())
        throw Error("expected a recording that says the parents of its boxes, found none");
    for (const std::int32_t parent : scene.box_parent)
        ++begin_[static_cast<std::size_t>(parent + 1) + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t box = 0; box < boxes(); ++box) {
        if (box % boxes_between_checks == 0) job.check();
        children_[next[static_cast<std::size_t>(scene.box_parent[box] + 1)]++] = box;
    }
    // A box that cannot be reached from the root is below itself.
    std::vector<Node> pending;
    if (!is_leaf(top)) pending.push_back(top);
    std::size_t reached = 0;
    for (; !pending.empty(); ++interior_) {
        if (interior_ % boxes_between_checks == 0) job.check();
        const Node node = pending.back();
        pending.pop_back();
        check_adjacent(*this, node);
        reached += boxes_below(node).size();
        for_each_interior_child(node, [&](Node child) { pending.push_back(child); });
    }
    if (reached != boxes())
        throw Error(fmt::format("expected {} boxes below the root, found {}: the others are below themselves",
                                boxes(), reached));
}

} // namespace hitmap
