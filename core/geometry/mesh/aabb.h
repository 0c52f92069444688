#pragma once

#include <glm/vec3.hpp>

#include <limits>
#include <type_traits>

namespace hitmap {

/// Axis-aligned bounding box, as it lies in the device's memory: 24 bytes, lower then upper corner. The
/// default box is empty (lower > upper), the neutral element of include().
struct Aabb {
    glm::vec3 lower{std::numeric_limits<float>::infinity()};
    glm::vec3 upper{-std::numeric_limits<float>::infinity()};

    void include(const glm::vec3& p) {
        // Written as comparisons so that the compiler turns them into min/max instructions.
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = p[axis] < lower[axis] ? p[axis] : lower[axis];
            upper[axis] = p[axis] > upper[axis] ? p[axis] : upper[axis];
        }
    }
    void include(const Aabb& b) {
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = b.lower[axis] < lower[axis] ? b.lower[axis] : lower[axis];
            upper[axis] = b.upper[axis] > upper[axis] ? b.upper[axis] : upper[axis];
        }
    }
    [[nodiscard]] bool empty() const { return !(lower.x <= upper.x); }
    /// Undefined for an empty box.
    [[nodiscard]] glm::vec3 extent() const { return upper - lower; }
    [[nodiscard]] glm::vec3 center() const { return 0.5F * (lower + upper); }
    /// Half of the surface area; 0 for an empty box.
    [[nodiscard]] float half_area() const {
        if (empty()) return 0.0F;
        const glm::vec3 e = extent();
        return e.x * e.y + e.y * e.z + e.z * e.x;
    }
    friend bool operator==(const Aabb&, const Aabb&) = default;
};
static_assert(sizeof(Aabb) == 24 && std::is_trivially_copyable_v<Aabb>);

} // namespace hitmap
