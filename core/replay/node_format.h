#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// How a tree lies in memory for the unit of a GPU that intersects rays, as far as its caches see it. A visit
/// of a node fetches the node, which holds the boxes of its children; each triangle is a record of its own.
struct NodeFormat {
    std::string_view name;
    std::string_view help;        ///< a few words, lower case
    std::uint32_t width;          ///< most children of a node
    std::uint32_t leaf_size;      ///< most triangles of a child
    std::uint32_t node_bytes;     ///< of a node, all of which are fetched at once: at most widest_access
    std::uint32_t triangle_bytes; ///< distance of two triangles
    std::uint32_t fetched_bytes;  ///< of a triangle, from its first
    /// Boxes are stored as numbers of cells in the box of their node: the largest number. The size of a cell
    /// is a power of two. 0: boxes are stored as floats.
    std::uint32_t cells;
};

/// The formats of hardware and of drivers, with their sources.
[[nodiscard]] std::span<const NodeFormat> node_formats();

} // namespace hitmap
