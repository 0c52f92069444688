#include "core/mesh_reader/polygons/corner_grid.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::size_t few_corners = 64; // a single cell is as fast

} // namespace

CornerGrid::CornerGrid(std::span<const glm::dvec2> points)
    : points_(points), behind_(points.size(), none), before_(points.size(), absent) {
    if (points.size() > few_corners) {
        constexpr double most_cells = 4096; // along each side, which bounds the memory
        side_ = static_cast<std::uint32_t>(std::min(std::sqrt(double(points.size())), most_cells));
        glm::dvec2 high = low_ = points.front();
        for (const glm::dvec2& point : points) {
            low_ = glm::min(low_, point);
            high = glm::max(high, point);
        }
        cell_ = (high - low_) / static_cast<double>(side_);
        margin_ = (high - low_) * 1e-9;
    }
    first_.assign(std::size_t{side_} * side_, none);
}

std::uint32_t CornerGrid::cell_of(double distance, double a_cell) const {
    const double cell = distance / a_cell;
    if (!(cell > 0.0)) return 0; // also true of NaN
    return cell < side_ ? static_cast<std::uint32_t>(cell) : side_ - 1;
}

std::uint32_t CornerGrid::cell_of(std::uint32_t corner) const {
    const glm::dvec2 point = points_[corner] - low_;
    return cell_of(point.y, cell_.y) * side_ + cell_of(point.x, cell_.x);
}

void CornerGrid::insert(std::uint32_t corner) {
    if (before_[corner] != absent) return;
    std::uint32_t& first = first_[cell_of(corner)];
    before_[corner] = none;
    behind_[corner] = first;
    if (first != none) before_[first] = corner;
    first = corner;
}

void CornerGrid::erase(std::uint32_t corner) {
    const std::uint32_t before = std::exchange(before_[corner], absent);
    if (before == absent) return;
    const std::uint32_t behind = behind_[corner];
    if (behind != none) before_[behind] = before;
    if (before != none)
        behind_[before] = behind;
    else
        first_[cell_of(corner)] = behind;
}

std::pair<std::uint32_t, std::uint32_t> CornerGrid::rows(Triangle triangle) const {
    const auto [low, high] = std::minmax({triangle[0].y, triangle[1].y, triangle[2].y});
    return {cell_of(low - margin_.y, cell_.y), cell_of(high + margin_.y, cell_.y)};
}

std::pair<std::uint32_t, std::uint32_t> CornerGrid::columns(Triangle triangle, std::uint32_t row) const {
    if (side_ == 1) return {0, 0};
    const double bottom = row * cell_.y - margin_.y;
    const double top = (row + 1) * cell_.y + margin_.y;
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    for (int i = 0; i < 3; ++i) {
        const glm::dvec2& p = triangle[i];
        const glm::dvec2& q = triangle[(i + 1) % 3];
        if (std::max(p.y, q.y) < bottom || std::min(p.y, q.y) > top) continue;
        const double height = q.y - p.y;
        // Takes the part of the edge within the row; the whole edge if it is horizontal.
        for (const auto& [y, otherwise] : {std::pair(bottom, 0.0), std::pair(top, 1.0)}) {
            const double share = height == 0.0 ? otherwise : std::clamp((y - p.y) / height, 0.0, 1.0);
            const double x = p.x + share * (q.x - p.x);
            left = std::min(left, x);
            right = std::max(right, x);
        }
    }
    if (!(left <= right)) return {1, 0};
    return {cell_of(left - margin_.x, cell_.x), cell_of(right + margin_.x, cell_.x)};
}

} // namespace hitmap
