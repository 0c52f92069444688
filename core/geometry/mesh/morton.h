#pragma once

#include "core/geometry/mesh/aabb.h"

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// Numbers the points of a box along the Z-order curve (Morton 1966). Codes have 63 bits, 21 for each axis, x
/// highest. Cells are cubes: all axes are scaled as the longest one. Points outside the box get the code of
/// the nearest point of its border.
class MortonFrame {
public:
    static constexpr unsigned bits = 63;

    MortonFrame() = default;
    /// @param box  if it is a point or empty, all codes are 0
    explicit MortonFrame(const Aabb& box) {
        if (box.empty()) return;
        origin_ = box.lower;
        double longest = 0.0;
        for (int axis = 0; axis < 3; ++axis)
            longest = std::max(longest, double{box.upper[axis]} - double{box.lower[axis]});
        scale_ = longest > 0.0 ? cells / longest : 0.0;
    }

    [[nodiscard]] std::uint64_t code(const glm::vec3& point) const {
        return spread(cell(point.x, 0)) << 2U | spread(cell(point.y, 1)) << 1U | spread(cell(point.z, 2));
    }

private:
    static constexpr double cells = 1U << 21U;

    [[nodiscard]] std::uint64_t cell(float coordinate, int axis) const {
        return static_cast<std::uint64_t>(
            std::clamp((double{coordinate} - origin_[axis]) * scale_, 0.0, cells - 1.0));
    }
    /// Inserts two zeros between adjacent bits of the lower 21 bits.
    static std::uint64_t spread(std::uint64_t v) {
        v = (v | v << 32U) & 0x001f'0000'0000'ffffULL;
        v = (v | v << 16U) & 0x001f'0000'ff00'00ffULL;
        v = (v | v << 8U) & 0x100f'00f0'0f00'f00fULL;
        v = (v | v << 4U) & 0x10c3'0c30'c30c'30c3ULL;
        return (v | v << 2U) & 0x1249'2492'4924'9249ULL;
    }

    glm::vec3 origin_{0.0F};
    double scale_ = 0.0;
};

} // namespace hitmap
