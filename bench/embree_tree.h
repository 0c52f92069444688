#pragma once

#include "core/geometry/mesh/mesh.h"

#include <cstdint>

namespace hitmap::bench {

struct EmbreeTree {
    double sah_cost = 0.0; ///< computed like sah_cost() in core/bvh/quality.h
    double seconds = 0.0;  ///< duration of rtcBuildBVH
    /// Number in all leaves; larger than that of the mesh if triangles were split.
    std::uint64_t triangles = 0;
};

enum class Splits : std::uint8_t {
    objects, ///< every triangle in exactly one leaf, as in Hitmap's trees
    space    ///< triangles may be split at planes and referred to by several leaves (Stich et al. 2009)
};

/// Builds a binary tree with Embree's high-quality builder, where a traversal step and a triangle test both
/// cost 1.
[[nodiscard]] EmbreeTree build_embree_tree(const Mesh& mesh, std::uint32_t leaf_size, Splits splits,
                                           unsigned threads);

} // namespace hitmap::bench
