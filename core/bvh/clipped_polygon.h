#pragma once

#include "core/geometry/mesh/aabb.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace hitmap {

/// A triangle, or the part of it that remains after clipping: a convex polygon in double precision.
class ClippedPolygon {
public:
    ClippedPolygon() = default;
    ClippedPolygon(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
        for (const glm::vec3& p : {a, b, c})
            add(glm::dvec3(p));
    }
    // Only the points in use are copied: polygons are copied often, and mostly have few points.
    ClippedPolygon(const ClippedPolygon& other) { *this = other; }
    ClippedPolygon& operator=(const ClippedPolygon& other) {
        std::copy_n(other.points_.begin(), other.size_, points_.begin());
        size_ = other.size_;
        lower_ = other.lower_;
        upper_ = other.upper_;
        return *this;
    }

    [[nodiscard]] double area() const {
        glm::dvec3 sum(0.0);
        for (std::size_t i = 2; i < size_; ++i)
            sum += glm::cross(points_[i - 1] - points_[0], points_[i] - points_[0]);
        return 0.5 * glm::length(sum);
    }
    /// Whether its bounding box overlaps the (closed) box.
    [[nodiscard]] bool may_meet(const Aabb& box) const {
        for (int axis = 0; axis < 3; ++axis)
            if (lower_[axis] > box.upper[axis] || upper_[axis] < box.lower[axis]) return false;
        return true;
    }
    [[nodiscard]] bool inside(const Aabb& box) const {
        for (int axis = 0; axis < 3; ++axis)
            if (lower_[axis] < box.lower[axis] || upper_[axis] > box.upper[axis]) return false;
        return true;
    }
    /// The part of the polygon inside the box (Sutherland and Hodgman 1974).
    [[nodiscard]] ClippedPolygon clipped(const Aabb& box) const {
        std::array<ClippedPolygon, 2> parts;
        const ClippedPolygon* part = this;
        std::size_t next = 0;
        const auto keep_beyond = [&](int axis, double plane, double sign) {
            part->find_beyond(axis, plane, sign, parts[next]);
            part = &parts[next];
            next = 1 - next;
        };
        for (int axis = 0; axis < 3; ++axis) {
            if (part->lower_[axis] < box.lower[axis]) keep_beyond(axis, box.lower[axis], 1.0);
            if (part->upper_[axis] > box.upper[axis]) keep_beyond(axis, box.upper[axis], -1.0);
        }
        return *part;
    }

private:
    // A triangle clipped by a box has at most 9 corners. Rounding may let a plane cross a nearly coplanar
    // edge once more; what is dropped beyond the capacity has an area far below rounding errors.
    static constexpr std::size_t capacity = 16;

    void add(const glm::dvec3& p) {
        if (size_ == capacity) return;
        points_[size_++] = p;
        for (int axis = 0; axis < 3; ++axis) {
            lower_[axis] = std::min(lower_[axis], p[axis]);
            upper_[axis] = std::max(upper_[axis], p[axis]);
        }
    }
    /// Replaces `part`, another polygon, by the part on the positive side of the plane for sign 1, on the
    /// negative side for -1.
    void find_beyond(int axis, double plane, double sign, ClippedPolygon& part) const {
        part = ClippedPolygon();
        for (std::size_t i = 0; i < size_; ++i) {
            const glm::dvec3& p = points_[i];
            const glm::dvec3& q = points_[i + 1 == size_ ? 0 : i + 1];
            const double from = sign * (p[axis] - plane);
            const double to = sign * (q[axis] - plane);
            if (from >= 0.0) part.add(p);
            if ((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0)) {
                glm::dvec3 crossing = p + from / (from - to) * (q - p);
                crossing[axis] = plane; // exactly on the plane, so that clipping by a parallel plane at the
                                        // same place leaves no remainder
                part.add(crossing);
            }
        }
    }

    std::array<glm::dvec3, capacity> points_; ///< [size_]
    std::size_t size_ = 0;
    glm::dvec3 lower_{std::numeric_limits<double>::infinity()};
    glm::dvec3 upper_{-std::numeric_limits<double>::infinity()};
};

} // namespace hitmap
