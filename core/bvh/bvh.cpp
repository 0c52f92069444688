#include "core/bvh/bvh.h"

#include <cstddef>
#include <utility>

namespace hitmap {

namespace {

/// Calls visit(node, box, level) for every node in depth-first order; box is -1 for the root, level counts
/// from 0 at the root.
template <class Visit>
void for_each_node(const Bvh& bvh, Visit visit) {
    struct Pending {
        std::int32_t box;
        std::uint32_t level;
    };
    std::vector<Pending> pending;
    if (!bvh.nodes.empty()) pending.push_back({-1, 0});
    std::int32_t next_box = 0;
    for (std::size_t node = 0; !pending.empty(); ++node) {
        const Pending current = pending.back();
        pending.pop_back();
        visit(bvh.nodes[node], current.box, current.level);
        if (NodeWord::is_leaf(bvh.nodes[node])) continue;
        pending.push_back({next_box + 1, current.level + 1});
        pending.push_back({next_box, current.level + 1});
        next_box += 2;
    }
}

} // namespace

BoxLinks box_links(const Bvh& bvh) {
    BoxLinks links;
    links.parent.reserve(bvh.boxes.size());
    links.level.reserve(bvh.boxes.size());
    for_each_node(bvh, [&](std::uint32_t word, std::int32_t box, std::uint32_t level) {
        if (NodeWord::is_leaf(word)) return;
        links.parent.insert(links.parent.end(), 2, box);
        links.level.insert(links.level.end(), 2, static_cast<std::uint16_t>(level));
    });
    return links;
}

std::string_view name_of(BvhMethod method) {
    constexpr std::string_view names[] = {"sah", "median", "lbvh"};
    return names[static_cast<std::size_t>(method)];
}

} // namespace hitmap
