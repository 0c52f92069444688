#pragma once

#include "core/bvh/convex_polygon.h"
#include "core/geometry/mesh/aabb.h"

#include <glm/vec3.hpp>

#include <array>

namespace hitmap {

/// A triangle, or the part of it that remains after clipping: a convex polygon with its bounding box.
class ClippedPolygon {
public:
    ClippedPolygon() = default;
    ClippedPolygon(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
        for (const glm::vec3& p : {a, b, c})
            polygon_.add(p);
        measure();
    }
    /// The same for a triangle with known bounds.
    ClippedPolygon(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const Aabb& bounds) {
        for (const glm::vec3& p : {a, b, c})
            polygon_.add(p);
        for (int axis = 0; axis < 3; ++axis)
            extents_[axis] = {bounds.lower[axis], bounds.upper[axis]};
    }

    [[nodiscard]] double area() const { return polygon_.area(); }
    /// Whether its bounding box overlaps the (closed) box.
    [[nodiscard]] bool may_meet(const Aabb& box) const {
        for (int axis = 0; axis < 3; ++axis)
            if (extents_[axis].lower > box.upper[axis] || extents_[axis].upper < box.lower[axis])
                return false;
        return true;
    }
    [[nodiscard]] bool inside(const Aabb& box) const {
        for (int axis = 0; axis < 3; ++axis)
            if (extents_[axis].lower < box.lower[axis] || extents_[axis].upper > box.upper[axis])
                return false;
        return true;
    }
    /// The part of the polygon inside the box (Sutherland and Hodgman 1974).
    [[nodiscard]] ClippedPolygon clipped(const Aabb& box) const {
        std::array<ConvexPolygon, 2> scratch;
        ClippedPolygon result;
        result.polygon_ = part_in(box, scratch);
        result.measure();
        return result;
    }
    /// The area of clipped(), for which that need not be measured.
    [[nodiscard]] double area_within(const Aabb& box) const {
        std::array<ConvexPolygon, 2> scratch;
        return part_in(box, scratch).area();
    }

private:
    void measure() {
        for (int axis = 0; axis < 3; ++axis)
            extents_[axis] = polygon_.extent(axis);
    }
    /// A polygon that is clipped by one plane after the other, and memory for its parts.
    struct Clipping {
        std::array<ConvexPolygon, 2>& scratch;
        const ConvexPolygon* part;
        std::size_t next = 0;

        template <std::size_t axis, int sign>
        void keep_beyond(double plane) {
            part->find_beyond<axis, sign>(plane, scratch[next]);
            part = &scratch[next];
            next = 1 - next;
        }
    };
    /// Clips by both planes of an axis. Returns whether anything remains.
    template <std::size_t axis>
    [[nodiscard]] bool clip(const Aabb& box, Clipping& clipping) const {
        constexpr int a = axis;
        // The lower plane does not remove the highest corner, unless it removes all.
        const auto extent = clipping.part == &polygon_ ? extents_[axis] : clipping.part->extent(axis);
        if (extent.lower < box.lower[a]) clipping.keep_beyond<axis, 1>(box.lower[a]);
        if (clipping.part->empty()) return false;
        if (extent.upper > box.upper[a]) clipping.keep_beyond<axis, -1>(box.upper[a]);
        return !clipping.part->empty();
    }
    /// Returns the part inside the box: the polygon itself, or one of `scratch`.
    [[nodiscard]] const ConvexPolygon& part_in(const Aabb& box, std::array<ConvexPolygon, 2>& scratch) const {
        Clipping clipping{scratch, &polygon_};
        static_cast<void>(clip<0>(box, clipping) && clip<1>(box, clipping) && clip<2>(box, clipping));
        return *clipping.part;
    }

    ConvexPolygon polygon_;
    std::array<ConvexPolygon::Extent, 3> extents_;
};

} // namespace hitmap
