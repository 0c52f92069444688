#pragma once

#include "core/geometry/mesh/aabb.h"

#include <glm/vec3.hpp>

#include <limits>
#include <string>
#include <vector>

namespace hitmap {

/// A mesh is far from the origin along an axis if its largest coordinate there is at least this many times
/// the largest side of its bounding box. Nearer meshes keep all but four of the 24 bits of a 32-bit float.
inline constexpr double far_ratio = 16.0;
/// A mesh whose coordinates are 32-bit floats and reach this many times its largest side has at most
/// 2^24 / coarse_ratio = 65,536 different values along that side: coordinate_warnings() says so.
inline constexpr double coarse_ratio = 256.0;
/// Coordinates and sides beyond these have products that are not finite or 0 in 32-bit floats, so that
/// pictures of them are wrong: coordinate_warnings() says so.
inline constexpr double largest_drawn = 1e9;
inline constexpr double smallest_drawn = 1e-9;

/// The bounding box of positions in double, and what 32-bit floats would lose of them.
class CoordinateRange {
public:
    /// `position` must be finite.
    void include(const glm::dvec3& position);
    /// The point to take off all positions before they become 32-bit floats: on each axis on which the mesh
    /// is far from the origin and at least one coordinate is no 32-bit float, the middle of the bounding box,
    /// rounded to a multiple of a power of two of at most a quarter of the largest side. Differences from
    /// such a number are exact in double. 0 on all other axes.
    [[nodiscard]] glm::dvec3 offset() const;
    /// Whether all coordinates are 32-bit floats.
    [[nodiscard]] bool is_of_floats() const { return !(rounded_.x || rounded_.y || rounded_.z); }

private:
    glm::dvec3 lower_{std::numeric_limits<double>::infinity()};
    glm::dvec3 upper_{-std::numeric_limits<double>::infinity()};
    glm::bvec3 rounded_{false}; ///< whether a coordinate is no 32-bit float
};

/// What users should know of a mesh of 32-bit floats with these bounds, one sentence each without a full
/// stop: that it is far from the origin for its size, or too large or too small to be drawn. Empty for all
/// others, and for boxes without a side.
[[nodiscard]] std::vector<std::string> coordinate_warnings(const Aabb& bounds);

} // namespace hitmap
