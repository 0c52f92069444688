#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hitmap {

/// The corners of a convex polygon in double precision.
class ConvexPolygon {
public:
    struct Extent {
        double lower = std::numeric_limits<double>::infinity();
        double upper = -std::numeric_limits<double>::infinity();
    };

    ConvexPolygon() = default;
    // Only the corners in use are copied: polygons are copied often, and mostly have few corners.
    ConvexPolygon(const ConvexPolygon& other) { *this = other; }
    ConvexPolygon& operator=(const ConvexPolygon& other) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            std::copy_n(other.corners_[axis].begin(), other.size_, corners_[axis].begin());
        size_ = other.size_;
        return *this;
    }

    void add(const glm::dvec3& p) {
        if (size_ == capacity) return;
        for (int axis = 0; axis < 3; ++axis)
            corners_[static_cast<std::size_t>(axis)][size_] = p[axis];
        ++size_;
    }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    /// The smallest and the largest coordinate.
    [[nodiscard]] Extent extent(std::size_t axis) const {
        Extent extent;
        for (std::size_t i = 0; i < size_; ++i)
            extent = {std::min(extent.lower, corners_[axis][i]), std::max(extent.upper, corners_[axis][i])};
        return extent;
    }
    [[nodiscard]] double area() const {
        const auto& [x, y, z] = corners_;
        std::array<double, 3> sum{};
        for (std::size_t i = 2; i < size_; ++i) {
            const std::array a{x[i - 1] - x[0], y[i - 1] - y[0], z[i - 1] - z[0]};
            const std::array b{x[i] - x[0], y[i] - y[0], z[i] - z[0]};
            sum[0] += a[1] * b[2] - b[1] * a[2];
            sum[1] += a[2] * b[0] - b[2] * a[0];
            sum[2] += a[0] * b[1] - b[0] * a[1];
        }
        return 0.5 * std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    }
    /// Replaces `part`, another polygon, by the part on the positive side of the plane for sign 1, on the
    /// negative side for -1. A template, since most of the time of clipping goes here.
    template <std::size_t axis, int sign>
    void find_beyond(double plane, ConvexPolygon& part) const {
        part.size_ = 0;
        if (empty()) return;
        const double first = sign * (corners_[axis][0] - plane);
        double from = first;
        for (std::size_t i = 0; i < size_; ++i) {
            const std::size_t next = i + 1 == size_ ? 0 : i + 1;
            const double to = next == 0 ? first : sign * (corners_[axis][next] - plane);
            if (from >= 0.0) part.add_corner(*this, i);
            if ((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0))
                part.template add_between<axis>(*this, i, next, from / (from - to), plane);
            from = to;
        }
    }

private:
    // A triangle clipped by a box has at most 9 corners. Rounding may let a plane cross a nearly coplanar
    // edge once more; what is dropped beyond the capacity has an area far below rounding errors.
    static constexpr std::size_t capacity = 16;

    void add_corner(const ConvexPolygon& other, std::size_t i) {
        if (size_ == capacity) return;
        for (std::size_t axis = 0; axis < 3; ++axis)
            corners_[axis][size_] = other.corners_[axis][i];
        ++size_;
    }
    /// Adds a point between corners i and j of another polygon that lies on a plane.
    template <std::size_t axis>
    void add_between(const ConvexPolygon& other, std::size_t i, std::size_t j, double share, double plane) {
        if (size_ == capacity) return;
        for (std::size_t a = 0; a < 3; ++a) {
            const auto& from = other.corners_[a];
            corners_[a][size_] = from[i] + share * (from[j] - from[i]);
        }
        corners_[axis][size_] = plane; // exactly on the plane, so that clipping by a parallel plane at the
                                       // same place leaves no remainder
        ++size_;
    }

    // [axes][size_] Axis by axis: a processor waits if it reads two coordinates at once soon after it wrote
    // one after the other.
    std::array<std::array<double, capacity>, 3> corners_;
    std::size_t size_ = 0;
};

} // namespace hitmap
