#pragma once

#include "core/cache/contents/held_lines.h"
#include "widgets/session/selection/contents_display.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The lines of one cache as cells: moments from left to right, sets from top to bottom. A set has one or
/// several rows, in which its lines are sorted by what the colours show; ways without a line come last. With
/// fewer rows than ways, each row shows the line in the middle of its share of the ways. Immutable.
class SetCells {
public:
    /// A set has as many rows as make about this many of all sets, but at most one for each way.
    static constexpr std::size_t wanted_rows = 256;

    SetCells(std::shared_ptr<const HeldLines> held, SetColour colour);

    [[nodiscard]] const HeldLines& held() const { return *held_; }
    [[nodiscard]] SetColour colour() const { return colour_; }
    [[nodiscard]] std::size_t moments() const { return held_->moments.size(); }
    [[nodiscard]] std::size_t rows() const { return sets_ * rows_a_set_; }
    [[nodiscard]] std::size_t rows_a_set() const { return rows_a_set_; }
    /// The line of a cell; null: a way without a line.
    [[nodiscard]] const HeldLine* line(std::size_t moment, std::size_t row) const {
        return cells_[moment * rows() + row];
    }
    /// All lines of the set of a row, in order of the rows.
    [[nodiscard]] std::vector<const HeldLine*> lines_of_set(std::size_t moment, std::size_t row) const;
    /// Number of the array and of the set in it, of a row.
    [[nodiscard]] std::uint64_t array_of(std::size_t row) const;
    [[nodiscard]] std::uint64_t set_of(std::size_t row) const;
    /// Positions since the last use of a line at a moment.
    [[nodiscard]] std::uint64_t age_of(std::size_t moment, const HeldLine& line) const;
    [[nodiscard]] std::uint64_t most_age() const { return most_age_; }
    [[nodiscard]] std::uint16_t most_level() const { return most_level_; }
    /// Allocations that have lines, those with the most cells first.
    [[nodiscard]] const std::vector<std::uint16_t>& allocations() const { return allocations_; }

private:
    void sort_lines(std::size_t moment, std::vector<const HeldLine*>& lines) const;
    void add_moment(std::size_t moment);
    void find_extremes();

    std::shared_ptr<const HeldLines> held_;
    SetColour colour_;
    std::size_t sets_; ///< collected, of all arrays
    std::size_t rows_a_set_;
    std::vector<const HeldLine*> cells_; ///< [moments][rows]
    std::uint64_t most_age_ = 0;
    std::uint16_t most_level_ = 0;
    std::vector<std::uint16_t> allocations_;
};

} // namespace hitmap
