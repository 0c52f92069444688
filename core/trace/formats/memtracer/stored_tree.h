#pragma once

#include "core/geometry/mesh/aabb.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap::memtracer {

/// A box tree from the words of its nodes in preorder.
struct StoredTree {
    std::vector<std::uint32_t> leaf_faces; ///< [leaves] number of faces
    std::vector<std::int32_t> box_parent;  ///< [boxes] slot of the parent box or -1
    std::vector<std::uint16_t> box_level;  ///< [boxes] 0 for children of the root
};

/// Decodes words of nodes. Bit 31 is set in a leaf; the other bits are its number of faces, or in an interior
/// node the distance of its right child. The left child is the next node. The boxes 2k and 2k+1 are those of
/// the children of the k-th interior node. Nothing unless the words are exactly one tree with a box.
[[nodiscard]] std::optional<StoredTree> decode_tree(std::span<const std::uint32_t> words);

/// Whether there are as many boxes as the tree has, and all are finite and in their parent box.
[[nodiscard]] bool are_nested(std::span<const Aabb> boxes, const StoredTree& tree);

} // namespace hitmap::memtracer
