#pragma once

#include "core/bvh/subtree.h"
#include "core/bvh/triangle_ref.h"
#include "core/geometry/mesh/morton.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Where a linear BVH splits sorted codes from `lowest` to `highest`, which must differ: the smallest code
/// that has the highest bit in which the two differ.
[[nodiscard]] inline std::uint64_t first_with_highest_bit(std::uint64_t lowest, std::uint64_t highest) {
    const auto bit = static_cast<unsigned>(std::bit_width(lowest ^ highest)) - 1;
    return highest >> bit << bit;
}

/// Builds the lower parts of a linear BVH, each in one thread. Triangles with equal codes are halved in the
/// order in which they were given, and so are ranges that would otherwise exceed the maximum depth.
class RadixSubtreeBuilder {
public:
    RadixSubtreeBuilder(std::uint32_t leaf_size, const MortonFrame& frame)
        : leaf_size_(leaf_size), frame_(frame) {}

    /// See SubtreeBuilder::build.
    [[nodiscard]] Subtree build(std::span<const TriangleRef> refs, std::uint32_t depth,
                                const JobContext& job);

private:
    using Key = std::pair<std::uint64_t, std::uint32_t>; ///< Morton code, and position in refs_
    struct Built {
        Aabb box;
        double cost = 0.0; ///< see Subtree::cost
    };

    Built build_node(std::span<const Key> keys, std::uint32_t depth);
    Built emit_leaf(std::span<const Key> keys);
    [[nodiscard]] static std::size_t left_of_split(std::span<const Key> keys, std::uint32_t depth);

    std::uint32_t leaf_size_;
    MortonFrame frame_;
    std::span<const TriangleRef> refs_;
    Subtree tree_;
};

} // namespace hitmap
