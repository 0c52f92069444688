#include "core/cache/sector_reuse.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr SectorReuse::Distances all_cold = [] {
    SectorReuse::Distances distances{};
    distances.fill(SectorReuse::cold);
    return distances;
}();

} // namespace

std::uint32_t SectorReuse::number_of(std::uint64_t line) {
    const std::uint32_t number = lines_.number_of(line);
    if (number == pushed_.size()) {
        pushed_.push_back(all_cold);
        stack_.grow(pushed_.capacity());
    }
    return number;
}

const SectorReuse::Distances& SectorReuse::access(std::uint64_t line, LineSectors fill) {
    const std::uint32_t number = number_of(line);
    const std::uint32_t distance = stack_.look_up(number);
    Distances& pushed = pushed_[number];
    for (std::size_t s = 0; s < pushed.size(); ++s) {
        answer_[s] = std::max(pushed[s], distance);
        pushed[s] = (fill >> s & 1U) != 0 ? 0 : answer_[s];
    }
    return answer_;
}

const SectorReuse::Distances& SectorReuse::look_up(std::uint64_t line) {
    const std::uint32_t number = lines_.find(line);
    if (number == LineNumbers::none) return all_cold;
    const std::uint32_t distance = stack_.distance(number);
    for (std::size_t s = 0; s < answer_.size(); ++s)
        answer_[s] = std::max(pushed_[number][s], distance);
    if (distance < capacity_) {
        stack_.look_up(number);
        pushed_[number] = answer_;
    }
    return answer_;
}

const SectorReuse::Distances& SectorReuse::drop(std::uint64_t line, LineSectors sectors) {
    const std::uint32_t number = lines_.find(line);
    if (number == LineNumbers::none) return all_cold;
    const std::uint32_t distance = stack_.distance(number);
    for (std::size_t s = 0; s < answer_.size(); ++s) {
        answer_[s] = std::max(pushed_[number][s], distance);
        if ((sectors >> s & 1U) != 0) pushed_[number][s] = cold;
    }
    return answer_;
}

void SectorReuse::clear() {
    lines_.clear();
    stack_.clear();
    pushed_.clear();
}

} // namespace hitmap
