#include "core/profile/sums/dirty_sectors.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

/// Returns the place of the line, or the free one where it belongs. The table must have a free place.
DirtySectors::Line& DirtySectors::place_of(std::uint64_t number) {
    const std::size_t mask = lines_.size() - 1;
    std::size_t at = (hash_(number / lines_together) * lines_together + number % lines_together) & mask;
    while (lines_[at].number != number && lines_[at].number != free_place)
        at = (at + 1) & mask;
    return lines_[at];
}

/// Makes the table so large that at most half of it is used after a line is added.
void DirtySectors::make_room() {
    constexpr std::size_t smallest = 1024;
    if (2 * (used_ + 1) <= lines_.size()) return;
    const auto is_dirty = [](const Line& line) { return line.dirty != 0; };
    used_ = static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), is_dirty));
    const std::size_t size = std::max(smallest, std::bit_ceil(4 * (used_ + 1)));
    for (const Line& line : std::exchange(lines_, std::vector<Line>(size)))
        if (is_dirty(line)) place_of(line.number) = line;
    last_ = nullptr;
}

void DirtySectors::note(std::uint64_t sector, std::uint32_t written,
                        std::span<const std::uint32_t, lanes_of_a_sector> rays) {
    const std::uint64_t number = sector / sectors_a_line;
    if (last_ == nullptr || last_->number != number) {
        make_room();
        last_ = &place_of(number);
        if (last_->number == free_place) {
            last_->number = number;
            ++used_;
        }
    }
    const std::size_t at = sector % sectors_a_line;
    Writers& writers = last_->sectors[at];
    if ((last_->dirty >> at & 1U) == 0) writers.fill(no_ray);
    last_->dirty |= 1U << at;
    for (std::size_t word = 0; word < writers.size(); ++word)
        writers[word] = (written & 1U << word) != 0 ? rays[word] : writers[word];
}

DirtySectors::Writers DirtySectors::take(std::uint64_t sector) {
    const std::uint64_t number = sector / sectors_a_line;
    if (last_ == nullptr || last_->number != number) last_ = lines_.empty() ? nullptr : &place_of(number);
    const std::size_t at = sector % sectors_a_line;
    if (last_ == nullptr || last_->number != number || (last_->dirty >> at & 1U) == 0) {
        Writers nobody;
        nobody.fill(no_ray);
        return nobody;
    }
    last_->dirty &= ~(1U << at);
    return last_->sectors[at];
}

void DirtySectors::clear() {
    if (used_ == 0) return;
    for (Line& line : lines_) {
        line.number = free_place;
        line.dirty = 0;
    }
    used_ = 0;
    last_ = nullptr;
}

} // namespace hitmap
