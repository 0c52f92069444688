#pragma once

#include <glm/vec2.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Some of the corners of a polygon in the plane, sorted into the cells of a grid, about as many as there are
/// corners: a triangle that is small or thin meets few of them.
class CornerGrid {
public:
    /// None of the corners is in it. `points` are all of them, which outlive the grid.
    explicit CornerGrid(std::span<const glm::dvec2> points);

    /// Where it is in it already, nothing happens; erase() likewise.
    void insert(std::uint32_t corner);
    void erase(std::uint32_t corner);

    /// Calls `test(corner)` for those in cells that the triangle meets, all that lie in it among them, until
    /// it is true of one. @return whether it was
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
    static constexpr std::uint32_t absent = none - 1; ///< in before_: not in the grid

    using Triangle = const glm::dvec2 (&)[3]; ///< from low_
    [[nodiscard]] std::uint32_t cell_of(double distance, double a_cell) const;
    [[nodiscard]] std::uint32_t cell_of(std::uint32_t corner) const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rows(Triangle triangle) const;
    /// The first is behind the last where the triangle meets none.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> columns(Triangle triangle, std::uint32_t row) const;

    std::span<const glm::dvec2> points_;
    glm::dvec2 low_{0.0};
    glm::dvec2 cell_{0.0};              ///< its size
    glm::dvec2 margin_{0.0};            ///< more than rounding makes of coordinates
    std::uint32_t side_ = 1;            ///< cells along each side
    std::vector<std::uint32_t> first_;  ///< [cell] corner, or none
    std::vector<std::uint32_t> behind_; ///< [corner] the next one in its cell, or none
    std::vector<std::uint32_t> before_; ///< [corner] the one before, none or absent
};

} // namespace hitmap
