#pragma once

#include "core/bvh/bvh.h"
#include "core/geometry/memory_order.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

class WideTree;

/// In which order interior nodes lie in memory; the children of each lie together.
enum class NodeOrder : std::uint8_t {
    dfs, ///< depth first
    bfs, ///< breadth first
    /// van Emde Boas (Prokop 1999): the upper half of the levels, then each
    /// tree below it from left to right, all of them in this order. The half is rounded down.
    veb,
};
[[nodiscard]] std::string_view name_of(NodeOrder order); ///< "dfs", "bfs", "veb"

/// A node of the linked layout.
struct LinkedNode {
    static constexpr std::uint32_t leaf_bit = 0x8000'0000U;
    std::uint32_t first =
        0; ///< of an interior node, the number of its first child; of a leaf, its first slot
    std::uint32_t count = 0; ///< of an interior node, its children; of a leaf, leaf_bit + its triangles

    [[nodiscard]] bool is_leaf() const { return (count & leaf_bit) != 0; }
    [[nodiscard]] std::uint32_t triangles() const { return count & ~leaf_bit; }
    friend bool operator==(const LinkedNode&, const LinkedNode&) = default;
};
static_assert(sizeof(LinkedNode) == 8);

/// A tree as it lies in the memory of the device, in one of two layouts.
///
/// Compact: the words of Bvh, with its boxes and slots. Depth first and binary, nothing else can be said so.
/// Linked: nodes that name their children. Node 0 is the root, node n > 0 has box n - 1; the children of a
/// node lie one behind the other, from left to right, 2 to the tree's width of them; a parent lies before
/// its children.
struct TreeLayout {
    std::vector<std::uint32_t> words; ///< [2 leaves - 1] compact layout; else empty
    std::vector<LinkedNode> nodes;    ///< [boxes + 1] linked layout; else empty; both for no faces
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> box_source; ///< [boxes] number of the box in the Bvh; empty: the same
    BoxLinks links;                       ///< of boxes
    std::vector<std::int32_t> slot_faces; ///< [leaves * leaf_size] source face of a slot, or padding
    std::uint32_t leaf_size = 0;
    Aabb root;               ///< box of everything
    std::uint32_t depth = 0; ///< levels below the root: 0 for a single leaf
    /// The most entries that a depth-first traversal has on its stack, which puts there all children of a
    /// node but the one that it goes on to.
    std::uint32_t stack_entries = 0;

    [[nodiscard]] bool has_nodes() const { return !words.empty() || !nodes.empty(); }
};

struct LayoutOptions {
    NodeOrder node_order = NodeOrder::dfs;
    std::uint32_t node_width = 2; ///< most children of a node: 2, 4 or 8
};

/// Whether the options are those of the compact layout.
[[nodiscard]] inline bool is_compact(const LayoutOptions& options) {
    return options.node_order == NodeOrder::dfs && options.node_width == 2;
}

/// Lays out a tree; the Bvh is emptied.
///
/// `faces` (places of source faces, see face_places()) orders faces where the layout leaves it free: within
/// each leaf, and in the linked layout leaves among each other, by the first of their faces. Empty: faces
/// rise within their leaf, leaves are in depth-first order. The results do not depend on the number of
/// threads. Throws Cancelled.
///
/// @param tree  of bvh; a WideTree of another width than options say has no meaning here
[[nodiscard]] TreeLayout lay_out(Bvh&& bvh, const WideTree& tree, const LayoutOptions& options,
                                 const Places& faces, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
