#pragma once

#include "core/bvh/bvh.h"
#include "core/geometry/mesh/memory_order.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

class WideTree;

/// The order of interior nodes in memory. The children of a node are always adjacent.
enum class NodeOrder : std::uint8_t {
    dfs, ///< depth first
    bfs, ///< breadth first
    /// van Emde Boas (Prokop 1999): the upper half of the levels (rounded down), then each subtree below it
    /// from left to right, each part recursively in this order.
    veb,
};
[[nodiscard]] std::string_view name_of(NodeOrder order); ///< "dfs", "bfs", "veb"

/// A node of the linked layout.
struct LinkedNode {
    static constexpr std::uint32_t leaf_bit = 0x8000'0000U;
    std::uint32_t first = 0; ///< interior node: number of its first child; leaf: its first slot
    std::uint32_t count = 0; ///< interior node: number of children; leaf: leaf_bit + number of triangles

    [[nodiscard]] bool is_leaf() const { return (count & leaf_bit) != 0; }
    [[nodiscard]] std::uint32_t triangles() const { return count & ~leaf_bit; }
    friend bool operator==(const LinkedNode&, const LinkedNode&) = default;
};
static_assert(sizeof(LinkedNode) == 8);

/// A tree as it lies in the device's memory, in one of two layouts.
///
/// Compact: the words of Bvh, with its boxes and slots. Only a binary tree in depth-first order can be stored
/// so. Linked: nodes that refer to their children. Node 0 is the root, node n > 0 has box n - 1. The 2 to
/// node_width children of a node are adjacent, from left to right, and a parent comes before its children.
struct TreeLayout {
    std::vector<std::uint32_t> words; ///< [2 leaves - 1] compact layout; else empty
    /// [boxes + 1] linked layout; else empty. Both are empty for a mesh without faces.
    std::vector<LinkedNode> nodes;
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> box_source; ///< [boxes] index of the box in the Bvh; empty: the same index
    BoxLinks links;                       ///< parents and levels of boxes
    std::vector<std::int32_t> slot_faces; ///< [leaves * leaf_size] source face of a slot, or padding
    std::uint32_t leaf_size = 0;
    Aabb root;               ///< bounding box of all faces
    std::uint32_t depth = 0; ///< levels below the root: 0 for a single leaf
    /// The most entries of the stack in a depth-first traversal, which pushes all children of a node except
    /// the one that it continues with.
    std::uint32_t stack_entries = 0;

    [[nodiscard]] bool has_nodes() const { return !words.empty() || !nodes.empty(); }
};

struct LayoutOptions {
    NodeOrder node_order = NodeOrder::dfs;
    std::uint32_t node_width = 2; ///< most children of a node: 2, 4 or 8
};

/// Whether the options allow the compact layout.
[[nodiscard]] inline bool is_compact(const LayoutOptions& options) {
    return options.node_order == NodeOrder::dfs && options.node_width == 2;
}

/// Lays out a tree in memory; the Bvh is empty afterwards.
///
/// `faces` (places of source faces, see face_places()) defines the order of faces if the layout does not:
/// within each leaf, and in the linked layout also the order of leaves, by their first face. If it is
/// empty, faces are in rising order within their leaf and leaves in depth-first order. The results do not
/// depend on the number of threads. Throws Cancelled.
///
/// @param tree  a WideTree of `bvh`, which must have the width that the options ask for
[[nodiscard]] TreeLayout lay_out(Bvh&& bvh, const WideTree& tree, const LayoutOptions& options,
                                 const Places& faces, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
