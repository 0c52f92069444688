#include "bench/embree_tree.h"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace hitmap::bench {

namespace {

/// A node of Embree's tree, as the callbacks below build it.
struct Node {
    Node* children[2] = {};
    Aabb boxes[2];               // of the children, if any
    Aabb box;                    // of a leaf
    std::uint64_t triangles = 0; // of a leaf
};

Aabb box_of(const RTCBounds& b) {
    return {{b.lower_x, b.lower_y, b.lower_z}, {b.upper_x, b.upper_y, b.upper_z}};
}
Aabb box_of(const RTCBuildPrimitive& p) {
    return {{p.lower_x, p.lower_y, p.lower_z}, {p.upper_x, p.upper_y, p.upper_z}};
}

Node* new_node(RTCThreadLocalAllocator allocator) {
    return new (rtcThreadLocalAlloc(allocator, sizeof(Node), alignof(Node))) Node();
}

void* create_node(RTCThreadLocalAllocator allocator, unsigned, void*) {
    return new_node(allocator);
}

void set_children(void* node, void** children, unsigned count, void*) {
    for (unsigned i = 0; i < count; ++i)
        static_cast<Node*>(node)->children[i] = static_cast<Node*>(children[i]);
}

void set_bounds(void* node, const RTCBounds** bounds, unsigned count, void*) {
    for (unsigned i = 0; i < count; ++i)
        static_cast<Node*>(node)->boxes[i] = box_of(*bounds[i]);
}

void* create_leaf(RTCThreadLocalAllocator allocator, const RTCBuildPrimitive* primitives, std::size_t count,
                  void*) {
    Node* leaf = new_node(allocator);
    leaf->triangles = count;
    for (std::size_t i = 0; i < count; ++i)
        leaf->box.include(box_of(primitives[i]));
    return leaf;
}

void give_bounds(const Aabb& part, const Aabb& whole, RTCBounds* bounds) {
    bounds->lower_x = std::max(part.lower.x, whole.lower.x);
    bounds->lower_y = std::max(part.lower.y, whole.lower.y);
    bounds->lower_z = std::max(part.lower.z, whole.lower.z);
    bounds->upper_x = std::min(part.upper.x, whole.upper.x);
    bounds->upper_y = std::min(part.upper.y, whole.upper.y);
    bounds->upper_z = std::min(part.upper.z, whole.upper.z);
}

void split_triangle(const RTCBuildPrimitive* primitive, unsigned axis, float plane, RTCBounds* left,
                    RTCBounds* right, void* user) {
    const Mesh& mesh = *static_cast<const Mesh*>(user);
    const glm::uvec3& face = mesh.faces[primitive->primID];
    const int a = static_cast<int>(axis);
    Aabb sides[2];
    for (int corner = 0; corner < 3; ++corner) {
        const glm::vec3& p = mesh.positions[face[corner]];
        const glm::vec3& q = mesh.positions[face[(corner + 1) % 3]];
        if (p[a] <= plane) sides[0].include(p);
        if (p[a] >= plane) sides[1].include(p);
        if ((p[a] < plane) == (q[a] < plane) || p[a] == q[a]) continue;
        glm::vec3 cut = p + (q - p) * ((plane - p[a]) / (q[a] - p[a]));
        cut[a] = plane;
        sides[0].include(cut);
        sides[1].include(cut);
    }
    const Aabb whole = box_of(*primitive);
    give_bounds(sides[0], whole, left);
    give_bounds(sides[1], whole, right);
}

std::vector<RTCBuildPrimitive> primitives_of(const Mesh& mesh) {
    std::vector<RTCBuildPrimitive> primitives(mesh.faces.size());
    for (std::uint32_t face = 0; face < primitives.size(); ++face) {
        Aabb box;
        for (int corner = 0; corner < 3; ++corner)
            box.include(mesh.positions[mesh.faces[face][corner]]);
        primitives[face] = {box.lower.x, box.lower.y, box.lower.z, 0,
                            box.upper.x, box.upper.y, box.upper.z, face};
    }
    return primitives;
}

double half_area(const Aabb& box) {
    const glm::dvec3 e = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

void add_costs(const Node& node, double area, EmbreeTree& sums) {
    if (node.children[0] == nullptr) {
        sums.sah_cost += area * static_cast<double>(node.triangles);
        sums.triangles += node.triangles;
        return;
    }
    sums.sah_cost += area;
    for (int i = 0; i < 2; ++i) {
        const Node& child = *node.children[i];
        add_costs(child, half_area(child.children[0] == nullptr ? child.box : node.boxes[i]), sums);
    }
}

} // namespace

EmbreeTree build_embree_tree(const Mesh& mesh, std::uint32_t leaf_size, Splits splits, unsigned threads) {
    const std::unique_ptr<RTCDeviceTy, decltype(&rtcReleaseDevice)> device(
        rtcNewDevice(("threads=" + std::to_string(threads)).c_str()), rtcReleaseDevice);
    const std::unique_ptr<RTCBVHTy, decltype(&rtcReleaseBVH)> bvh(rtcNewBVH(device.get()), rtcReleaseBVH);
    std::vector<RTCBuildPrimitive> primitives = primitives_of(mesh);
    RTCBuildArguments arguments = rtcDefaultBuildArguments();
    arguments.buildQuality = RTC_BUILD_QUALITY_HIGH;
    arguments.maxBranchingFactor = 2;
    arguments.maxDepth = 63;
    arguments.maxLeafSize = leaf_size;
    arguments.bvh = bvh.get();
    arguments.primitiveCount = primitives.size();
    primitives.resize(splits == Splits::space ? 2 * primitives.size() : primitives.size());
    arguments.primitives = primitives.data();
    arguments.primitiveArrayCapacity = primitives.size();
    arguments.createNode = create_node;
    arguments.setNodeChildren = set_children;
    arguments.setNodeBounds = set_bounds;
    arguments.createLeaf = create_leaf;
    if (splits == Splits::space) arguments.splitPrimitive = split_triangle;
    arguments.userPtr = const_cast<Mesh*>(&mesh); // the callbacks do not modify it

    const auto start = std::chrono::steady_clock::now();
    const auto* root = static_cast<const Node*>(rtcBuildBVH(&arguments));
    EmbreeTree tree;
    tree.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (root == nullptr)
        throw std::runtime_error("Embree built no tree, error " +
                                 std::to_string(rtcGetDeviceError(device.get())));
    const double root_area = half_area(bounds(mesh));
    add_costs(*root, root_area, tree);
    tree.sah_cost /= root_area;
    return tree;
}

} // namespace hitmap::bench
