#pragma once

#include "core/geometry/mesh/aabb.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// What a ray visits next.
struct UnitTarget {
    enum class Kind : std::uint8_t { none, node, triangles };
    Kind kind = Kind::none;
    std::uint32_t first = 0; ///< number of the node or of the first triangle
    std::uint32_t count = 0; ///< of triangles
};

/// A tree as the unit for rays of a GPU reads it: one fetch brings a node with the boxes of its children, or
/// a triangle.
struct UnitTree {
    struct Child {
        Aabb box; ///< as it is stored
        UnitTarget target;
    };
    struct Node {
        std::uint64_t address = 0;
        std::uint32_t first_child = 0;
        std::uint32_t children = 0;
    };
    UnitTarget root;
    std::vector<Node> nodes;
    std::vector<Child> children;
    std::vector<std::uint64_t> triangles; ///< [slots] addresses
};

} // namespace hitmap
