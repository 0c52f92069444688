#include "core/mesh_reader/polygons/polygon_cut.h"

#include "core/mesh_reader/polygons/corner_grid.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <cmath>
#include <utility>

namespace hitmap {

namespace {

/// Newell's normal: its components are twice the area of the outline as seen along each axis.
glm::dvec3 area_normal(std::span<const glm::vec3> corners) {
    const glm::dvec3 origin = corners[0];
    glm::dvec3 normal(0.0);
    for (std::size_t i = 0; i < corners.size(); ++i)
        normal += glm::cross(glm::dvec3(corners[i]) - origin,
                             glm::dvec3(corners[(i + 1) % corners.size()]) - origin);
    return normal;
}

/// Projects the outline along the axis of its largest area, so that it is counterclockwise.
std::vector<glm::dvec2> outline(std::span<const glm::vec3> corners, const glm::dvec3& normal) {
    const glm::dvec3 size = glm::abs(normal);
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    points.reserve(corners.size());
    for (const glm::vec3& corner : corners)
        points.emplace_back(corner[u], side * corner[v]);
    return points;
}

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_inside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

/// Ear clipping until three corners are left. If no ear is found, a fan covers the rest.
class EarCutter {
public:
    explicit EarCutter(std::vector<glm::dvec2> points)
        : points_(std::move(points)), next_(points_.size()), previous_(points_.size()), reflex_(points_) {
        const auto size = static_cast<std::uint32_t>(points_.size());
        for (std::uint32_t i = 0; i < size; ++i) {
            next_[i] = (i + 1) % size;
            previous_[i] = (i + size - 1) % size;
        }
        for (std::uint32_t i = 0; i < size; ++i)
            sort_in(i);
    }

    void cut(std::vector<glm::uvec3>& triangles) {
        std::size_t left = points_.size();
        std::uint32_t first = 0; // the lowest number of the corners that are left
        std::uint32_t a = 0;
        for (std::size_t tried = 0; left > 3 && tried < left;) {
            const std::uint32_t b = next_[a];
            const std::uint32_t c = next_[b];
            if (!is_ear(a, b, c)) {
                a = b;
                ++tried;
                continue;
            }
            triangles.emplace_back(a, b, c);
            if (b == first) first = c;
            cut_off(b);
            --left;
            tried = 0;
        }
        for (std::uint32_t i = next_[first]; next_[i] != first; i = next_[i])
            triangles.emplace_back(first, i, next_[i]);
    }

private:
    void cut_off(std::uint32_t ear) {
        const std::uint32_t before = previous_[ear];
        const std::uint32_t behind = next_[ear];
        next_[before] = behind;
        previous_[behind] = before;
        reflex_.erase(ear);
        sort_in(before);
        sort_in(behind);
    }

    void sort_in(std::uint32_t corner) {
        if (turn(points_[previous_[corner]], points_[corner], points_[next_[corner]]) > 0.0)
            reflex_.erase(corner);
        else
            reflex_.insert(corner);
    }

    [[nodiscard]] bool is_ear(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const glm::dvec2& pa = points_[a];
        const glm::dvec2& pb = points_[b];
        const glm::dvec2& pc = points_[c];
        if (!(turn(pa, pb, pc) > 0.0)) return false;
        // An outline that enters a triangle has a corner in it that is not convex, so only these corners are
        // tested.
        return !reflex_.any_near(pa, pb, pc, [&](std::uint32_t other) {
            if (other == a || other == b || other == c) return false;
            const glm::dvec2& p = points_[other];
            // A corner at the same place as one of the triangle's corners counts as outside. Outlines that
            // reach a hole through a slit have such corners.
            return p != pa && p != pb && p != pc && is_inside(p, pa, pb, pc);
        });
    }

    std::vector<glm::dvec2> points_;
    std::vector<std::uint32_t> next_;     // linked list of the remaining corners, circular
    std::vector<std::uint32_t> previous_; // as next_
    CornerGrid reflex_;                   // the remaining corners that are not convex
};

/// Cuts a four-sided polygon at its concave corner, or at its first corner if it has none.
void cut_quad(std::span<const glm::vec3> corners, std::vector<glm::uvec3>& triangles) {
    const glm::dvec3 normal = area_normal(corners);
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const glm::dvec3 before = corners[(i + 3) % 4];
        const glm::dvec3 here = corners[i];
        const glm::dvec3 behind = corners[(i + 1) % 4];
        if (glm::dot(glm::cross(here - before, behind - here), normal) < 0.0) first = i;
    }
    triangles.emplace_back(first, (first + 1) % 4, (first + 2) % 4);
    triangles.emplace_back(first, (first + 2) % 4, (first + 3) % 4);
}

} // namespace

void cut_fan(std::uint32_t corners, std::vector<glm::uvec3>& triangles) {
    for (std::uint32_t i = 2; i < corners; ++i)
        triangles.emplace_back(0U, i - 1, i);
}

void cut_strip(std::uint32_t corners, std::vector<glm::uvec3>& triangles) {
    for (std::uint32_t i = 2; i < corners; ++i)
        triangles.emplace_back(i - 2, i % 2 == 0 ? i - 1 : i, i % 2 == 0 ? i : i - 1);
}

void cut_polygon(std::span<const glm::vec3> corners, std::vector<glm::uvec3>& triangles) {
    if (corners.size() == 3) {
        triangles.emplace_back(0U, 1U, 2U);
    } else if (corners.size() == 4) {
        cut_quad(corners, triangles);
    } else {
        EarCutter(outline(corners, area_normal(corners))).cut(triangles);
    }
}

} // namespace hitmap
