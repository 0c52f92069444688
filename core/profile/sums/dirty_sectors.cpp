#include "core/profile/sums/dirty_sectors.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

/// Returns the place of the line, or the free one where it belongs. There must be a free place.
std::uint32_t& DirtySectors::place_of(std::uint64_t number) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = (hash_(number / lines_together) * lines_together + number % lines_together) & mask;
    while (places_[at] != 0 && lines_[places_[at] - 1].number != number)
        at = (at + 1) & mask;
    return places_[at];
}

DirtySectors::Line* DirtySectors::find(std::uint64_t number) {
    if (last_ != nullptr && last_->number == number) return last_;
    if (lines_.empty()) return nullptr;
    const std::uint32_t place = place_of(number);
    return place == 0 ? nullptr : &lines_[place - 1];
}

/// Lets a line be added. Then half of the capacity is free.
void DirtySectors::make_room() {
    constexpr std::size_t smallest = 256;
    if (lines_.size() < lines_.capacity()) return;
    std::erase_if(lines_, [](const Line& line) { return line.dirty == 0; });
    lines_.reserve(std::max(smallest, 2 * lines_.size()));
    places_.assign(std::bit_ceil(2 * lines_.capacity()), 0);
    for (std::size_t i = 0; i < lines_.size(); ++i)
        place_of(lines_[i].number) = static_cast<std::uint32_t>(i + 1);
}

/// Adds a line without dirty sectors as the one that was used last.
void DirtySectors::add(std::uint64_t number) {
    make_room();
    lines_.emplace_back().number = number;
    place_of(number) = static_cast<std::uint32_t>(lines_.size());
    last_ = &lines_.back();
}

void DirtySectors::note(std::uint64_t sector, std::uint32_t written,
                        std::span<const std::uint32_t, lanes_of_a_sector> rays) {
    const std::uint64_t number = sector / sectors_a_line;
    last_ = find(number);
    if (last_ == nullptr) add(number);
    const std::size_t at = sector % sectors_a_line;
    Writers& writers = last_->sectors[at];
    if ((last_->dirty >> at & 1U) == 0) writers.fill(no_ray);
    last_->dirty |= 1U << at;
    for (std::size_t word = 0; word < writers.size(); ++word)
        writers[word] = (written & 1U << word) != 0 ? rays[word] : writers[word];
}

DirtySectors::Writers DirtySectors::take(std::uint64_t sector) {
    last_ = find(sector / sectors_a_line);
    const std::size_t at = sector % sectors_a_line;
    if (last_ == nullptr || (last_->dirty >> at & 1U) == 0) {
        Writers none;
        none.fill(no_ray);
        return none;
    }
    last_->dirty &= ~(1U << at);
    return last_->sectors[at];
}

void DirtySectors::clear() {
    last_ = nullptr;
    if (lines_.empty()) return;
    // Small launches that follow a large one must not pay for its table.
    constexpr std::size_t much = 16;
    if (lines_.capacity() > much * lines_.size()) {
        lines_ = std::vector<Line>(); // "= {}" would keep the memory
        places_ = std::vector<std::uint32_t>();
        return;
    }
    lines_.clear();
    std::ranges::fill(places_, 0U);
}

} // namespace hitmap
