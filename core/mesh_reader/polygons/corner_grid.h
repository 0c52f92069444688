#pragma once

#include <glm/vec2.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// A uniform grid over some of the corners of a polygon in the plane, with about as many cells as corners. A
/// small or thin triangle is then tested against few corners.
class CornerGrid {
public:
    /// Creates an empty grid. `points` are all corners of the polygon; they must outlive the grid.
    explicit CornerGrid(std::span<const glm::dvec2> points);

    /// Adds a corner. insert() of a corner that is in the grid and erase() of one that is not do nothing.
    void insert(std::uint32_t corner);
    void erase(std::uint32_t corner);

    /// Calls `test(corner)` for the corners in cells that the triangle overlaps, which include all corners
    /// inside the triangle, until the result is true. @return whether it was true of a corner
    template <class Test>
    [[nodiscard]] bool any_near(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c,
                                const Test& test) const {
        const glm::dvec2 triangle[] = {a - low_, b - low_, c - low_};
        const auto [first_row, last_row] = rows(triangle);
        for (std::uint32_t row = first_row; row <= last_row; ++row) {
            const auto [first, last] = columns(triangle, row);
            for (std::uint32_t column = first; column <= last; ++column)
                for (std::uint32_t corner = first_[row * side_ + column]; corner != none;
                     corner = behind_[corner])
                    if (test(corner)) return true;
        }
        return false;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// Value of before_ for corners that are not in the grid.
    static constexpr std::uint32_t absent = none - 1;

    using Triangle = const glm::dvec2 (&)[3]; ///< relative to low_
    [[nodiscard]] std::uint32_t cell_of(double distance, double a_cell) const;
    [[nodiscard]] std::uint32_t cell_of(std::uint32_t corner) const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rows(Triangle triangle) const;
    /// Range of cells that the triangle overlaps in a row. The first exceeds the last if there are none.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> columns(Triangle triangle, std::uint32_t row) const;

    std::span<const glm::dvec2> points_;
    glm::dvec2 low_{0.0};
    glm::dvec2 cell_{0.0};              ///< size of a cell
    glm::dvec2 margin_{0.0};            ///< exceeds the rounding errors of coordinates
    std::uint32_t side_ = 1;            ///< cells along each side
    std::vector<std::uint32_t> first_;  ///< [cells] a corner, or none
    std::vector<std::uint32_t> behind_; ///< [corners] the next one in the same cell, or none
    std::vector<std::uint32_t> before_; ///< [corners] the previous one in the same cell, none or absent
};

} // namespace hitmap
