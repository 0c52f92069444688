#pragma once

#include "core/bvh/bvh.h"
#include "core/geometry/mesh/aabb.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A triangle for the builders: its box and its source face.
struct TriangleRef {
    Aabb box;
    std::uint32_t face;

    /// Centre of the box. The coordinates are halved before the addition, because their sum may overflow.
    [[nodiscard]] float centroid(int axis) const { return 0.5F * box.lower[axis] + 0.5F * box.upper[axis]; }
    [[nodiscard]] glm::vec3 centroid() const { return {centroid(0), centroid(1), centroid(2)}; }
};

/// Half of the surface area in double precision, in which no box of finite floats overflows and only flat
/// boxes have area 0.
[[nodiscard]] inline double exact_half_area(const Aabb& box) {
    const double x = double{box.upper.x} - double{box.lower.x};
    const double y = double{box.upper.y} - double{box.lower.y};
    const double z = double{box.upper.z} - double{box.lower.z};
    return x * y + (x + y) * z;
}

/// An integer that orders finite floats as their values do.
[[nodiscard]] inline std::uint32_t ordered_bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}

/// Whether a node on level `depth` with this many triangles can still be split down to single triangles
/// without exceeding Bvh::max_depth. Halving achieves that. A builder that checks this before every other
/// kind of split, and halves if the result is false, therefore stays within the depth.
[[nodiscard]] inline bool fits_below(std::uint32_t depth, std::size_t triangles) {
    return depth + std::bit_width(triangles - 1) <= Bvh::max_depth;
}

} // namespace hitmap
