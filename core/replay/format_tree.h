#pragma once

#include "core/bvh/tree_layout.h"
#include "core/replay/node_format.h"
#include "core/replay/unit_tree.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A tree in the format of hardware, and how it is drawn.
struct FormatTree {
    UnitTree tree; ///< addresses are offsets in the buffers of nodes and of triangles
    /// [nodes] The box of a node, which no node stores: that of all its triangles.
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> parents;   ///< [nodes] the node above; -1: none
    std::vector<std::uint16_t> levels;   ///< [nodes] 0: the root
    std::vector<std::int32_t> triangles; ///< [slots] faces of the mesh
};

/// Stores a tree in a format. Nodes are in the order of their numbers in the layout, without leaves, so that
/// the children of a node that are nodes are adjacent; triangles are in the order of their slots.
/// @param layout  with nodes of the width and leaves of the size of the format
[[nodiscard]] FormatTree format_tree(const TreeLayout& layout, const NodeFormat& format);

/// The smallest box that a format can store for a child within the box of its node. It contains the child's
/// (Ylitie et al. 2017, section 3.1). @param cells  NodeFormat::cells; not 0
[[nodiscard]] Aabb stored_box(const Aabb& child, const Aabb& node, std::uint32_t cells);

} // namespace hitmap
