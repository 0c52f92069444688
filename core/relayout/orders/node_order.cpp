#include "core/relayout/orders/node_order.h"

#include "core/base/error.h"
#include "core/bvh/tree_sequence.h"
#include "core/relayout/orders/recorded_tree.h"
#include "core/relayout/orders/scene_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

std::string_view order_name(const NodeOrderChoice& order) {
    return std::visit([](auto value) { return name_of(value); }, order);
}

/// The number of the node of each box in the compact layout, in which nodes are depth first. The root is
/// node 0.
std::vector<std::uint32_t> depth_first_nodes(const RecordedTree& tree) {
    std::vector<std::uint32_t> node_of(tree.boxes());
    std::vector<RecordedTree::Node> pending{RecordedTree::top};
    for (std::uint32_t node = 0; !pending.empty(); ++node) {
        const RecordedTree::Node at = pending.back();
        pending.pop_back();
        if (at != RecordedTree::top) node_of[static_cast<std::size_t>(at)] = node;
        const auto below = tree.boxes_below(at);
        for (auto box = below.rbegin(); box != below.rend(); ++box)
            pending.push_back(static_cast<RecordedTree::Node>(*box));
    }
    return node_of;
}

/// The number of the node of each box.
std::vector<std::uint32_t> nodes_of_boxes(const RecordedTree& tree, bool compact) {
    if (compact) return depth_first_nodes(tree);
    std::vector<std::uint32_t> node_of(tree.boxes());
    std::iota(node_of.begin(), node_of.end(), 1U);
    return node_of;
}

/// How the children of each interior node are used together.
ElementUse use_of_children(const RecordedTree& tree, const std::vector<RecordedTree::Node>& parents,
                           const std::vector<std::uint32_t>& node_of, const ElementUse& nodes,
                           const ElementUse& boxes) {
    ElementUse use;
    for (const RecordedTree::Node parent : parents) {
        std::uint64_t accesses = 0;
        std::uint64_t first = ElementUse::never;
        for (const std::uint32_t box : tree.boxes_below(parent)) {
            accesses += boxes.accesses[box] + nodes.accesses[node_of[box]];
            first = std::min({first, boxes.first[box], nodes.first[node_of[box]]});
        }
        use.accesses.push_back(accesses);
        use.first.push_back(first);
    }
    return use;
}

/// The parents in the order in which their children follow one another in memory.
std::vector<RecordedTree::Node> ordered_parents(const RelayoutDraft& draft, const RecordedTree& tree,
                                                const NodeOrderChoice& order,
                                                const std::vector<std::uint32_t>& node_of,
                                                const RecordedNodes& recorded, const RecordingUse& use,
                                                const JobContext& job) {
    if (const auto* by_tree = std::get_if<NodeOrder>(&order))
        return TreeSequencer(tree, job).in_order(*by_tree).nodes;
    const auto parents = TreeSequencer(tree, job).in_order(NodeOrder::dfs).nodes;
    const ElementUse of_children = use_of_children(tree, parents, node_of, use.elements.at(recorded.nodes),
                                                   use.elements.at(recorded.boxes));
    if (std::holds_alternative<ClusterOrder>(order)) {
        const std::uint32_t stride = draft.info.allocations[recorded.boxes].stride;
        return clustered_parents(tree, parents, of_children.accesses,
                                 std::max(1U, clustered_line / std::max(1U, stride)), job);
    }
    std::vector<RecordedTree::Node> sorted;
    sorted.reserve(parents.size());
    for (const std::uint32_t i : sorted_by_use(of_children, std::get<UseOrder>(order)))
        sorted.push_back(parents[i]);
    return sorted;
}

Places box_places(const RecordedTree& tree, const std::vector<RecordedTree::Node>& parents) {
    Places places(tree.boxes());
    std::uint32_t next = 0;
    for (const RecordedTree::Node parent : parents)
        for (const std::uint32_t box : tree.boxes_below(parent))
            places[box] = next++;
    return places;
}

/// The loads of nodes get the size of the new nodes.
void change_storage(RelayoutDraft& draft, const RecordedNodes& recorded, bool compact,
                    const RecordingUse& use) {
    if (draft.option("face-order").value_or("keep") != "keep")
        throw Error(
            "expected a recording with --face-order keep, because other leaves would move with the nodes "
            "between compact and linked storage, found one with " +
            *draft.option("face-order"));
    const auto bytes = static_cast<std::uint32_t>(compact ? sizeof(std::uint32_t) : sizeof(LinkedNode));
    set_access_bytes(draft, recorded.nodes, use, [=](std::uint32_t) { return bytes; });
    set_element_layout(draft.info.allocations[recorded.nodes], ElementLayout::linear, bytes, bytes);
    draft.estimates.emplace_back(
        compact ? "nodes without links are visited by the instructions of a kernel for linked nodes"
                : "linked nodes are visited by the instructions of a kernel for nodes without links");
}

} // namespace

RecordedNodes recorded_nodes(const RelayoutDraft& draft) {
    draft.expect_scene();
    draft.expect_whole_elements();
    constexpr std::array known{"dfs", "bfs", "veb", "access-count", "first-access", "clustered"};
    const auto order = draft.option("node-order");
    if (!order || std::ranges::find(known, *order) == known.end() || !draft.option("node-width"))
        throw Error(
            fmt::format("expected a recording of hitmap trace, which says which node belongs to which box, "
                        "found {}; --order ALLOCATION=first-access moves elements of any recording",
                        order ? "the node order '" + *order + "'" : "one without a node order"));
    const std::uint64_t boxes = draft.info.scene.boxes;
    RecordedNodes recorded;
    recorded.nodes = draft.allocation_of(Role::nodes, boxes + 1);
    recorded.boxes = draft.allocation_of(Role::boxes, boxes);
    const std::uint32_t bytes = draft.info.allocations[recorded.nodes].element_bytes;
    if (bytes != sizeof(std::uint32_t) && bytes != sizeof(LinkedNode))
        throw Error(fmt::format("expected nodes of {} or {} bytes, found {}", sizeof(std::uint32_t),
                                sizeof(LinkedNode), bytes));
    recorded.compact = bytes == sizeof(std::uint32_t);
    return recorded;
}

bool becomes_compact(const RelayoutDraft& draft, const NodeOrderChoice& order) {
    return order == NodeOrderChoice(NodeOrder::dfs) && draft.option("node-width") == "2";
}

bool changes_storage(const RelayoutDraft& draft, const NodeOrderChoice& order) {
    return becomes_compact(draft, order) != recorded_nodes(draft).compact;
}

void order_nodes(RelayoutDraft& draft, const NodeOrderChoice& order, const RecordingUse& use,
                 const JobContext& job) {
    const RecordedNodes recorded = recorded_nodes(draft);
    const RecordedTree tree(draft.scene, job);
    const bool compact = becomes_compact(draft, order);
    const std::vector<std::uint32_t> old_node = nodes_of_boxes(tree, recorded.compact);
    const auto parents = ordered_parents(draft, tree, order, old_node, recorded, use, job);
    const Places boxes = box_places(tree, parents);
    move_boxes(draft.scene, boxes, job);
    if (compact) drop_same_sources(draft.scene);
    const std::vector<std::uint32_t> new_node = nodes_of_boxes(RecordedTree(draft.scene, job), compact);
    Places nodes(std::size_t{tree.boxes()} + 1, 0);
    for (std::uint32_t box = 0; box < tree.boxes(); ++box)
        nodes[old_node[box]] = new_node[boxes[box]];
    draft.set_places(recorded.nodes, std::move(nodes));
    draft.set_places(recorded.boxes, Places(boxes));
    if (compact != recorded.compact) change_storage(draft, recorded, compact, use);
    draft.set_option("node-order", order_name(order));
    draft.changes.push_back(fmt::format("node order {}", order_name(order)));
}

} // namespace hitmap
