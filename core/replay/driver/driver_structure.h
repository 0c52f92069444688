#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/raytracer/replayed_ray.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Where a child of a node leads.
struct DriverTarget {
    enum class Kind : std::uint8_t { none, node, leaf };
    Kind kind = Kind::none;
    std::uint32_t index = 0; ///< in DriverStructure::nodes, or among the leaves
};

/// A node with the boxes of its two children.
struct DriverNode {
    std::array<Aabb, 2> boxes;
    std::array<DriverTarget, 2> children;
};

/// What a leaf says of the primitive that it is of. (Vulkan, "Acceleration Structure")
struct DriverPrimitive {
    std::uint32_t primitive = 0; ///< in its geometry
    std::uint32_t geometry = 0;  ///< in its structure
    bool is_opaque = false;      ///< of the geometry
};
struct DriverTriangle : DriverPrimitive {
    TriangleCorners corners{}; ///< in the space of the structure
};
struct DriverBox : DriverPrimitive {
    Aabb box;
};

struct DriverInstance {
    std::uint64_t address = 0;   ///< of the structure that it places
    std::uint32_t structure = 0; ///< the same as its number in the tree
    std::uint32_t number = 0;    ///< its place in the top-level structure, as the program numbers it
    std::uint8_t mask = 0;
    bool makes_opaque = false;
    bool makes_not_opaque = false;
    bool culls_nothing = false;
    bool flips_facing = false;
    Transform world_to_object{};
    Transform object_to_world{};
};

/// An acceleration structure as a driver built it. All of its leaves are of one kind.
struct DriverStructure {
    enum class Leaves : std::uint8_t { triangles, boxes, instances };

    std::uint64_t address = 0;
    std::uint64_t first_leaf = 0; ///< bytes behind the address
    Aabb bounds;                  ///< as its header says
    Leaves leaves = Leaves::triangles;
    std::vector<DriverNode> nodes; ///< the root is the first; never empty
    std::vector<DriverTriangle> triangles;
    std::vector<DriverBox> boxes;
    std::vector<DriverInstance> instances;
};

/// The acceleration structures that rays are traced against.
struct DriverTree {
    std::string layout;                      ///< the name of their layout in memory: "lavapipe-25.0"
    std::vector<DriverStructure> structures; ///< the first is that of the instances
};

} // namespace hitmap
