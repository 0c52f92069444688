#include "core/raytracer/traversal.h"
#include "core/simt/kernel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace hitmap {

using namespace simt;

namespace {

constexpr float never = std::numeric_limits<float>::infinity();

/// Index of the left child's box; the right child's follows.
std::uint32_t child_boxes(const StackEntry& interior) {
    return 2 * (interior.node - interior.leaves);
}

struct Children {
    StackEntry near;
    StackEntry far; ///< entered behind the near one; entry is `never` for a child that the ray misses
};

Children children(const StackEntry& parent, std::uint32_t word, float left_entry, float right_entry) {
    const std::uint32_t offset = NodeWord::right_offset(word);
    const StackEntry left{parent.node + 1, parent.leaves, left_entry};
    const StackEntry right{parent.node + offset, parent.leaves + offset / 2, right_entry};
    return right_entry < left_entry ? Children{right, left} : Children{left, right};
}

Code visit_compact_node(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    const Global words(warp, gpu.words);
    const Global boxes(warp, gpu.boxes);
    const Local stack(warp, gpu.stack);
    const Lanes<std::uint32_t> word = co_await words.load(warp.map(&StackEntry::node, lane.current));
    if (If leaf{warp, warp.where(NodeWord::is_leaf, word)}) {
        lane.slot = warp.map(&StackEntry::leaves, lane.current) * gpu.leaf_size;
        lane.slot_end = lane.slot + warp.map(NodeWord::triangles, word);
        warp.return_(warp.active());
    }

    const Lanes<std::uint32_t> box = warp.map(child_boxes, lane.current);
    const Lanes<float> left = warp.map(enter_box, lane.ray, co_await boxes.load(box), lane.hit);
    const Lanes<float> right = warp.map(enter_box, lane.ray, co_await boxes.load(box + 1U), lane.hit);
    const Lanes<Children> child = warp.map(children, lane.current, word, left, right);

    if (If both{warp, (left < never) & (right < never)}) {
        co_await stack.store(lane.stack_size, warp.map(&Children::far, child));
        lane.stack_size += 1U;
    }
    const Mask any = (left < never) | (right < never);
    if (If enters{warp, any}) lane.current = warp.map(&Children::near, child);
    if (If misses{warp, ~any}) co_await take_next_node(warp, gpu, lane);
}

/// The children that a ray enters, farthest first; of equally far ones the leftmost comes last.
template <std::size_t width>
struct EnteredChildren {
    struct Child {
        std::uint32_t node;
        float entry;
    };
    std::array<Child, width> sorted{};
    std::uint32_t count = 0;

    [[nodiscard]] EnteredChildren with(std::uint32_t node, float entry) const {
        EnteredChildren result = *this;
        if (!(entry < never)) return result;
        std::uint32_t place = result.count++;
        for (; place > 0 && !(entry < result.sorted[place - 1].entry); --place)
            result.sorted[place] = result.sorted[place - 1];
        result.sorted[place] = {node, entry};
        return result;
    }
    [[nodiscard]] StackEntry at(std::uint32_t place) const {
        return {.node = sorted[place].node, .entry = sorted[place].entry};
    }
    /// Lanes without any ask as well, while instructions are listed.
    [[nodiscard]] StackEntry nearest() const { return count == 0 ? StackEntry{} : at(count - 1); }
};

template <std::size_t width>
Code visit_linked_node(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    using Entered = EnteredChildren<width>;
    const Global nodes(warp, gpu.nodes);
    const Global boxes(warp, gpu.boxes);
    const Local stack(warp, gpu.stack);
    const Lanes<LinkedNode> node = co_await nodes.load(warp.map(&StackEntry::node, lane.current));
    if (If leaf{warp, warp.where(&LinkedNode::is_leaf, node)}) {
        lane.slot = warp.map(&LinkedNode::first, node);
        lane.slot_end = lane.slot + warp.map(&LinkedNode::triangles, node);
        warp.return_(warp.active());
    }

    Var<Entered> entered(warp);
    Var<std::uint32_t> child(warp, warp.map(&LinkedNode::first, node));
    const Lanes<std::uint32_t> end = child + warp.map(&LinkedNode::count, node);
    for (Loop testing(warp); testing.while_(child < end);) {
        const Lanes<float> entry = warp.map(enter_box, lane.ray, co_await boxes.load(child - 1U), lane.hit);
        entered = warp.map(&Entered::with, entered, child, entry);
        child += 1U;
    }
    const Lanes<std::uint32_t> count = warp.map(&Entered::count, entered);
    Var<std::uint32_t> place(warp);
    for (Loop pushing(warp); pushing.while_(place + 1U < count);) {
        co_await stack.store(lane.stack_size, warp.map(&Entered::at, entered, place));
        lane.stack_size += 1U;
        place += 1U;
    }
    const Mask any = count > 0U;
    if (If enters{warp, any}) lane.current = warp.map(&Entered::nearest, entered);
    if (If misses{warp, ~any}) co_await take_next_node(warp, gpu, lane);
}

} // namespace

VisitNode node_visit(bool compact, std::uint32_t width) {
    if (compact) return visit_compact_node;
    if (width == 2) return visit_linked_node<2>;
    return width == 4 ? visit_linked_node<4> : visit_linked_node<8>;
}

} // namespace hitmap
