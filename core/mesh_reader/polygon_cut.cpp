#include "core/mesh_reader/polygon_cut.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <cmath>
#include <numeric>

namespace hitmap {

namespace {

/// Newell's normal: twice the area of the outline seen along each axis.
glm::dvec3 area_normal(std::span<const glm::vec3> positions, std::span<const std::uint32_t> corners) {
    const glm::dvec3 origin = positions[corners[0]];
    glm::dvec3 normal(0.0);
    for (std::size_t i = 0; i < corners.size(); ++i)
        normal += glm::cross(glm::dvec3(positions[corners[i]]) - origin,
                             glm::dvec3(positions[corners[(i + 1) % corners.size()]]) - origin);
    return normal;
}

/// The outline, seen along the axis of its largest area, counterclockwise.
std::vector<glm::dvec2> outline(std::span<const glm::vec3> positions, std::span<const std::uint32_t> corners,
                                const glm::dvec3& normal) {
    const glm::dvec3 size = glm::abs(normal);
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    points.reserve(corners.size());
    for (const std::uint32_t corner : corners)
        points.emplace_back(positions[corner][u], side * positions[corner][v]);
    return points;
}

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_inside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

/// Cuts ears off until three corners are left; a fan from where there is none.
class EarCutter {
public:
    explicit EarCutter(std::vector<glm::dvec2> points) : points_(std::move(points)), left_(points_.size()) {
        std::iota(left_.begin(), left_.end(), 0U);
    }

    void cut(std::vector<glm::uvec3>& triangles) {
        std::size_t at = 0;
        std::size_t tried = 0;
        while (left_.size() > 3 && tried < left_.size()) {
            const std::size_t size = left_.size();
            const std::size_t middle = (at + 1) % size;
            if (!is_ear(left_[at % size], left_[middle], left_[(at + 2) % size])) {
                at = (at + 1) % size;
                ++tried;
                continue;
            }
            triangles.emplace_back(left_[at % size], left_[middle], left_[(at + 2) % size]);
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(middle));
            if (middle < at) --at;
            at %= left_.size();
            tried = 0;
        }
        for (std::size_t i = 2; i < left_.size(); ++i)
            triangles.emplace_back(left_[0], left_[i - 1], left_[i]);
    }

private:
    [[nodiscard]] bool is_ear(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        if (!(turn(points_[a], points_[b], points_[c]) > 0.0)) return false;
        for (const std::uint32_t other : left_) {
            if (other == a || other == b || other == c) continue;
            const glm::dvec2& p = points_[other];
            // A corner that comes back to the same place, as outlines with a slit to a hole have it, is
            // outside.
            if (p == points_[a] || p == points_[b] || p == points_[c]) continue;
            if (is_inside(p, points_[a], points_[b], points_[c])) return false;
        }
        return true;
    }

    std::vector<glm::dvec2> points_;
    std::vector<std::uint32_t> left_;
};

/// A four-sided polygon is cut at its concave corner, if it has one, else at its first.
void cut_quad(std::span<const glm::vec3> positions, std::span<const std::uint32_t> corners,
              std::vector<glm::uvec3>& triangles) {
    const glm::dvec3 normal = area_normal(positions, corners);
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const glm::dvec3 before = positions[corners[(i + 3) % 4]];
        const glm::dvec3 here = positions[corners[i]];
        const glm::dvec3 behind = positions[corners[(i + 1) % 4]];
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

void cut_polygon(std::span<const glm::vec3> positions, std::span<const std::uint32_t> corners,
                 std::vector<glm::uvec3>& triangles) {
    if (corners.size() == 3) {
        triangles.emplace_back(0U, 1U, 2U);
    } else if (corners.size() == 4) {
        cut_quad(positions, corners, triangles);
    } else {
        EarCutter(outline(positions, corners, area_normal(positions, corners))).cut(triangles);
    }
}

} // namespace hitmap
