#pragma once

#include "core/bvh/bvh.h"
#include "core/geometry/aabb.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A triangle as the builders see it: its box and its source face.
struct TriangleRef {
    Aabb box;
    std::uint32_t face;

    /// Centre of the box; halves are added, since the sum of two coordinates may overflow.
    [[nodiscard]] float centroid(int axis) const { return 0.5F * box.lower[axis] + 0.5F * box.upper[axis]; }
    [[nodiscard]] glm::vec3 centroid() const { return {centroid(0), centroid(1), centroid(2)}; }
};

/// Half of the surface area in double precision: no box of finite floats overflows, none but flat ones
/// vanish.
[[nodiscard]] inline double exact_half_area(const Aabb& box) {
    const double x = double{box.upper.x} - double{box.lower.x};
    const double y = double{box.upper.y} - double{box.lower.y};
    const double z = double{box.upper.z} - double{box.lower.z};
    return x * y + (x + y) * z;
}

/// An integer that rises with the (finite) float.
[[nodiscard]] inline std::uint32_t ordered_bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}

/// Can this many triangles still be brought down to single ones without a level below Bvh::max_depth, when
/// their node lies on level `depth`? Halving them does it, so a builder that asks before each other split and
/// halves when the answer is no stays within the depth.
[[nodiscard]] inline bool fits_below(std::uint32_t depth, std::size_t triangles) {
    return depth + std::bit_width(triangles - 1) <= Bvh::max_depth;
}

} // namespace hitmap
