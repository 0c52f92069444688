#include "core/geometry/mesh/coordinate_range.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

double largest_of(const glm::dvec3& v) {
    return std::max({v.x, v.y, v.z});
}

/// The distance from |value| to the next 32-bit float.
double step_at(double value) {
    const auto here = static_cast<float>(value);
    return static_cast<double>(std::nextafter(here, std::numeric_limits<float>::infinity())) - double{here};
}

} // namespace

void CoordinateRange::include(const glm::dvec3& position) {
    lower_ = glm::min(lower_, position);
    upper_ = glm::max(upper_, position);
    for (int axis = 0; axis < 3; ++axis)
        rounded_[axis] =
            rounded_[axis] || static_cast<double>(static_cast<float>(position[axis])) != position[axis];
}

glm::dvec3 CoordinateRange::offset() const {
    glm::dvec3 offset(0.0);
    const double side = largest_of(upper_ - lower_);
    if (!(side > 0.0) || !std::isfinite(side)) return offset;
    const double step = std::exp2(std::floor(std::log2(side / 4.0)));
    if (!(step > 0.0)) return offset;
    const glm::dvec3 reach = glm::max(glm::abs(lower_), glm::abs(upper_));
    for (int axis = 0; axis < 3; ++axis) {
        if (!rounded_[axis] || reach[axis] < far_ratio * side) continue;
        const double steps = std::round((0.5 * lower_[axis] + 0.5 * upper_[axis]) / step);
        if (std::isfinite(steps)) offset[axis] = steps * step;
    }
    return offset;
}

std::vector<std::string> coordinate_warnings(const Aabb& bounds) {
    std::vector<std::string> warnings;
    if (bounds.empty()) return warnings;
    const glm::dvec3 lower = bounds.lower;
    const glm::dvec3 upper = bounds.upper;
    const double side = largest_of(upper - lower);
    const double reach = largest_of(glm::max(glm::abs(lower), glm::abs(upper)));
    if (!(side > 0.0) || !std::isfinite(reach)) return warnings;
    if (reach >= coarse_ratio * side)
        warnings.push_back(fmt::format(
            "the mesh is {:.3g} units large, but its coordinates reach {:.6g}, where 32-bit floats are "
            "{:.2g} apart: vertices may be displaced or coincide; moved to the origin before it is "
            "stored as floats, it keeps its shape",
            side, reach, step_at(reach)));
    if (reach > largest_drawn || side < smallest_drawn)
        warnings.push_back(
            fmt::format("the mesh is {:.3g} units large and its coordinates reach {:.3g}: pictures need "
                        "sizes from {:g} to {:g}, "
                        "since products of larger or smaller coordinates are no 32-bit floats; scale it",
                        side, reach, smallest_drawn, largest_drawn));
    return warnings;
}

} // namespace hitmap
