#include "core/cache/contents/optimal_cache.h"

#include <algorithm>

namespace hitmap {

OptimalCache::OptimalCache(std::uint64_t sets, std::uint64_t ways, std::size_t first_limit)
    : ways_(ways), first_limit_(first_limit), limit_(first_limit), sets_(sets, Set(ways)) {}

bool OptimalCache::look_up(std::uint64_t set_number, std::uint64_t line) {
    Set& set = sets_[set_number];
    ++set.now;
    const std::uint32_t known = numbers_.find(line);
    if (known == LineNumbers::none) {
        if (lines_.size() >= limit_) forget_lines_without_hits();
        static_cast<void>(numbers_.number_of(line));
        lines_.push_back({line, set.now, set_number});
        return false;
    }
    std::uint64_t& last = lines_[known].last;
    const bool is_next = last + 1 == set.now; // needs no place
    const bool hits = is_next || set.places.take(last);
    if (hits && !is_next) set.places.give(set.now - 1); // the last time that the line needed the place
    last = set.now;
    return hits;
}

/// A line misses next time, as an unknown one does, if no place is free since its last look-up; places that
/// get free later are free since later times.
void OptimalCache::forget_lines_without_hits() {
    std::vector<std::uint64_t> earliest(sets_.size());
    std::transform(sets_.begin(), sets_.end(), earliest.begin(),
                   [](const Set& set) { return set.places.earliest(); });
    std::erase_if(lines_, [&](const Line& line) {
        return line.last < earliest[line.set] && line.last != sets_[line.set].now;
    });
    numbers_.clear();
    for (const Line& line : lines_)
        static_cast<void>(numbers_.number_of(line.number));
    limit_ = std::max(first_limit_, 2 * lines_.size());
}

void OptimalCache::clear() {
    std::fill(sets_.begin(), sets_.end(), Set(ways_));
    numbers_.clear();
    lines_.clear();
    limit_ = first_limit_;
}

std::uint64_t OptimalCache::memory_bytes() const {
    std::uint64_t bytes = lines_.capacity() * sizeof(Line) + sets_.capacity() * sizeof(Set);
    for (const Set& set : sets_)
        bytes += set.places.memory_bytes();
    return bytes + numbers_.memory_bytes();
}

} // namespace hitmap
