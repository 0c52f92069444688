#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace hitmap {

enum class BvhMethod : std::uint8_t {
    sah,    ///< surface-area heuristic, full sweep
    median, ///< object median on the longest axis
    lbvh,   ///< linear BVH: split where the highest bit of the centroids' Morton codes changes
};

struct BvhOptions {
    BvhMethod method = BvhMethod::sah;
    std::uint32_t leaf_size = 4; ///< face slots of each leaf, 1..64
    friend bool operator==(const BvhOptions&, const BvhOptions&) = default;
};

/// A 4-byte node word. If bit 31 is set, the node is a leaf and the low 31 bits are its number of
/// triangles. Otherwise it is an interior node, and the word is the distance in words to its right child; its
/// left child is the next word. The binary tree, its depth-first order and the implicit leaves are those of
/// von Buelow et al. 2022, section 6.1; the encoding of the word is Hitmap's own.
struct NodeWord {
    static constexpr std::uint32_t leaf_bit = 0x8000'0000U;
    [[nodiscard]] static constexpr bool is_leaf(std::uint32_t word) { return (word & leaf_bit) != 0; }
    [[nodiscard]] static constexpr std::uint32_t triangles(std::uint32_t word) { return word & ~leaf_bit; }
    [[nodiscard]] static constexpr std::uint32_t right_offset(std::uint32_t word) { return word; }
};

/// A binary bounding volume hierarchy as it lies in the device's memory.
///
/// Boxes and leaves have no pointers; their indices follow from counts. Let L(i) be the number of leaves
/// before node i in depth-first order. Then i - L(i) interior nodes are before it. The boxes of the two
/// children of interior node i are boxes 2 (i - L(i)) (left) and 2 (i - L(i)) + 1 (right); the faces of leaf
/// i begin at slot leaf_size * L(i). For an interior node i with right child r = i + o: L(left) = L(i), L(r)
/// = L(i) + o / 2 (the left subtree has o - 1 nodes, o / 2 of which are leaves).
struct Bvh {
    static constexpr std::int32_t padding = -1;
    static constexpr std::uint32_t max_depth = 63; ///< a traversal stack of 64 entries suffices

    std::vector<std::uint32_t> nodes; ///< [2 leaves - 1] node words, depth first; empty for an empty mesh
    std::vector<Aabb> boxes;          ///< [2 * interior nodes] left then right child of each interior node
    std::vector<std::int32_t> slot_faces; ///< [leaves * leaf_size] source face of a slot, or padding
    std::uint32_t leaf_size = 0;
    Aabb root; ///< bounding box of all faces (the root has no box in memory)

    std::uint32_t depth = 0; ///< levels below the root: 0 for a single leaf
    double sah_cost = 0.0;   ///< sah_cost() of quality.h, up to rounding
};

/// Builds with all threads of the pool. The tree does not depend on the number of threads. Its depth is at
/// most max_depth, so that a traversal stack of 64 entries always suffices. The faces of a leaf are in rising
/// order. Peak memory is at most 150 bytes per triangle, result included, for leaf sizes up to 4 and from
/// 100,000 triangles on. Throws UsageError (leaf size, more than 2^30 faces), Cancelled.
[[nodiscard]] Bvh build_bvh(const Mesh& mesh, const BvhOptions& options, ThreadPool& pool,
                            const JobContext& job = {});

/// Returns the tree that build_bvh would build, for example one that was built before.
using BvhProvider = std::function<Bvh(const Mesh& mesh, const BvhOptions& options)>;

/// For each box, the parent box (-1 for the two children of the root) and the level (0 for those two).
struct BoxLinks {
    std::vector<std::int32_t> parent; ///< [boxes]
    std::vector<std::uint16_t> level; ///< [boxes]
};
[[nodiscard]] BoxLinks box_links(const Bvh& bvh);

[[nodiscard]] std::string_view name_of(BvhMethod method); ///< "sah", "median", "lbvh"

} // namespace hitmap
