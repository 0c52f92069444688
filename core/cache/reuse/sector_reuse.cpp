#include "core/cache/reuse/sector_reuse.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

constexpr SectorReuse::Distances all_cold = [] {
    SectorReuse::Distances distances{};
    distances.fill(SectorReuse::cold);
    return distances;
}();

std::uint64_t key_of(std::uint32_t number, unsigned sector) {
    return std::uint64_t{number} * 8 + sector;
}

} // namespace

std::uint32_t SectorReuse::number_of(std::uint64_t line) {
    const std::uint32_t number = lines_.number_of(line);
    if (number == pushed_.size()) {
        pushed_.push_back(all_cold);
        in_part_.push_back(0);
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
    if (in_part_[number] != 0) use_parts(number, distance, fill);
    return answer_;
}

/// Counts the use of the line for its sectors that are stored in part.
void SectorReuse::use_parts(std::uint32_t number, std::uint32_t distance, LineSectors filled) {
    for (unsigned rest = in_part_[number]; rest != 0; rest &= rest - 1) {
        const auto sector = static_cast<unsigned>(std::countr_zero(rest));
        const auto found = bytes_.find(key_of(number, sector));
        if ((filled >> sector & 1U) != 0)
            bytes_.erase(found);
        else
            for (std::uint32_t& byte : found->second)
                byte = std::max(byte, distance);
    }
    in_part_[number] = static_cast<LineSectors>(in_part_[number] & ~filled);
}

/// Stores some bytes, or none, of a sector of a line that was used. Returns the distance of the byte with the
/// smallest distance.
std::uint32_t SectorReuse::store_bytes(std::uint32_t number, unsigned sector, std::uint32_t distance,
                                       std::uint32_t bytes) {
    std::uint32_t& farthest = pushed_[number][sector];
    farthest = std::max(farthest, distance);
    const auto bit = static_cast<LineSectors>(1U << sector);
    const bool was_in_part = (in_part_[number] & bit) != 0;
    std::uint32_t nearest = farthest;
    if (!was_in_part && (bytes == 0 || bytes == all_bytes)) {
        if (bytes == all_bytes) farthest = 0;
        return nearest;
    }
    ByteDistances& each = bytes_[key_of(number, sector)];
    if (!was_in_part) each.fill(farthest);
    for (std::uint32_t& byte : each) {
        byte = std::max(byte, distance);
        nearest = std::min(nearest, byte);
    }
    for (unsigned b = 0; b < each.size(); ++b)
        if ((bytes >> b & 1U) != 0) each[b] = 0;
    farthest = *std::max_element(each.begin(), each.end());
    if (farthest != 0) {
        in_part_[number] = static_cast<LineSectors>(in_part_[number] | bit);
        return nearest;
    }
    bytes_.erase(key_of(number, sector));
    in_part_[number] = static_cast<LineSectors>(in_part_[number] & ~bit);
    return nearest;
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
    in_part_.clear();
    bytes_.clear();
}

} // namespace hitmap
