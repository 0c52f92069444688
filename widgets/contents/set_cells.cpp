#include "widgets/contents/set_cells.h"

#include "core/cache/contents/box_levels.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hitmap {

namespace {

/// Collected sets of an array.
std::size_t sets_of_array(const HeldLines& held) {
    return static_cast<std::size_t>((held.sets + held.set_step - 1) / held.set_step);
}

} // namespace

SetCells::SetCells(std::shared_ptr<const HeldLines> held, SetColour colour)
    : held_(std::move(held)), colour_(colour), sets_(sets_of_array(*held_) * held_->arrays) {
    const auto ways = static_cast<std::size_t>(held_->ways);
    rows_a_set_ = std::clamp<std::size_t>(wanted_rows / sets_, 1, ways);
    cells_.resize(moments() * rows());
    find_extremes();
    for (std::size_t moment = 0; moment < moments(); ++moment)
        add_moment(moment);
}

std::uint64_t SetCells::array_of(std::size_t row) const {
    return row / rows_a_set_ / sets_of_array(*held_);
}

std::uint64_t SetCells::set_of(std::size_t row) const {
    return row / rows_a_set_ % sets_of_array(*held_) * held_->set_step;
}

std::uint64_t SetCells::age_of(std::size_t moment, const HeldLine& line) const {
    return held_->request.moments[moment] - std::min(held_->request.moments[moment], line.last_use);
}

void SetCells::sort_lines(std::size_t moment, std::vector<const HeldLine*>& lines) const {
    std::ranges::stable_sort(lines, {}, [&](const HeldLine* line) -> std::uint64_t {
        switch (colour_) {
        case SetColour::box_level:
            return line->box_level;
        case SetColour::age:
            return age_of(moment, *line);
        case SetColour::allocation:
            break;
        }
        return line->allocation;
    });
}

void SetCells::add_moment(std::size_t moment) {
    const std::vector<HeldLine>& lines = held_->moments[moment];
    for (std::size_t first = 0; first < lines.size();) {
        const HeldLine& begin = lines[first];
        std::vector<const HeldLine*> of_set;
        for (; first < lines.size() && lines[first].array == begin.array && lines[first].set == begin.set;
             ++first)
            of_set.push_back(&lines[first]);
        sort_lines(moment, of_set);
        const std::size_t set = begin.array * sets_of_array(*held_) + begin.set / held_->set_step;
        HeldLine const** const cells = &cells_[moment * rows() + set * rows_a_set_];
        for (std::size_t row = 0; row < rows_a_set_; ++row) {
            const std::size_t way = (2 * row + 1) * held_->ways / (2 * rows_a_set_);
            cells[row] = way < of_set.size() ? of_set[way] : nullptr;
        }
    }
}

void SetCells::find_extremes() {
    std::map<std::uint16_t, std::uint64_t> counts;
    for (std::size_t moment = 0; moment < moments(); ++moment)
        for (const HeldLine& line : held_->moments[moment]) {
            most_age_ = std::max(most_age_, age_of(moment, line));
            if (line.box_level != BoxLevels::none) most_level_ = std::max(most_level_, line.box_level);
            ++counts[line.allocation];
        }
    for (const auto& [allocation, count] : counts)
        allocations_.push_back(allocation);
    std::ranges::stable_sort(allocations_,
                             [&](std::uint16_t a, std::uint16_t b) { return counts[a] > counts[b]; });
}

std::vector<const HeldLine*> SetCells::lines_of_set(std::size_t moment, std::size_t row) const {
    const std::pair<std::uint64_t, std::uint64_t> place(array_of(row), set_of(row));
    const auto place_of = [](const HeldLine& line) {
        return std::pair<std::uint64_t, std::uint64_t>(line.array, line.set);
    };
    std::vector<const HeldLine*> lines;
    const std::vector<HeldLine>& all = held_->moments[moment];
    for (auto line = std::ranges::lower_bound(all, place, {}, place_of);
         line != all.end() && place_of(*line) == place; ++line)
        lines.push_back(&*line);
    sort_lines(moment, lines);
    return lines;
}

} // namespace hitmap
