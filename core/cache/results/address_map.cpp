#include "core/cache/results/address_map.h"

#include "core/trace/model/allocation_end.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace hitmap {

namespace {

__extension__ using WideCount = unsigned __int128;

/// The part of an allocation that a range contains; empty if there is none.
AddressRange part_of(const Allocation& allocation, AddressRange range) {
    if (allocation.space == Space::shared) return {0, 0};
    if (allocation.space == Space::local && !range.is_everything()) return {0, 0};
    const std::uint64_t first = std::max(allocation.address, range.first);
    return {first, std::max(first, std::min(end_of(allocation), range.last))};
}

AddressRange whole_lines(AddressRange range, std::uint64_t line) {
    const std::uint64_t rest = range.last % line;
    const bool is_rounded = rest != 0 && range.last - rest <= ~std::uint64_t{0} - line;
    return {range.first - range.first % line, is_rounded ? range.last - rest + line : range.last};
}

/// The number of rows of 2^bits bytes that the addresses of a range lie in.
std::uint64_t row_count(AddressRange part, Space space, unsigned bits) {
    if (part.first == part.last) return 0;
    if (space == Space::local) return 1;
    return ((part.last - 1) >> bits) - (part.first >> bits) + 1;
}

/// Whether the allocations have more rows of 2^bits bytes than `most` and than there are allocations.
bool has_too_many_rows(const RecordingInfo& info, AddressRange range, unsigned bits, std::uint64_t most) {
    WideCount rows = 0;
    std::uint64_t allocations = 0;
    for (const Allocation& allocation : info.allocations) {
        const std::uint64_t more = row_count(part_of(allocation, range), allocation.space, bits);
        rows += more;
        allocations += more != 0 ? 1 : 0;
    }
    // An allocation that is not aligned to rows has one row more than its size needs.
    return rows > std::max<std::uint64_t>(most, 2 * allocations);
}

} // namespace

AddressAxis::AddressAxis(const RecordingInfo& info, AddressRange range, std::size_t most_rows,
                         std::uint32_t line_bytes)
    : range_(whole_lines(range, line_bytes)),
      line_bytes_(line_bytes),
      row_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))),
      places_(info.allocations.size()) {
    constexpr unsigned widest = 63;
    while (row_bits_ < widest && has_too_many_rows(info, range_, row_bits_, most_rows))
        ++row_bits_;
    std::vector<std::uint32_t> order(info.allocations.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t i) {
            return std::tuple(info.allocations[i].space, info.allocations[i].address, i);
        };
        return key(a) < key(b);
    });
    add_rows(info, order);
}

void AddressAxis::add_rows(const RecordingInfo& info, std::span<const std::uint32_t> order) {
    for (const std::uint32_t i : order) {
        const Allocation& allocation = info.allocations[i];
        const AddressRange part = part_of(allocation, range_);
        const std::uint64_t count = row_count(part, allocation.space, row_bits_);
        if (count == 0) continue;
        const bool is_local = allocation.space == Space::local;
        const std::uint64_t first_block = part.first >> row_bits_;
        places_[i] = {rows_.size(), static_cast<std::size_t>(count), first_block, is_local};
        for (std::uint64_t row = 0; row < count; ++row) {
            const std::uint64_t begin = (first_block + row) << row_bits_;
            const bool is_last = row + 1 == count;
            rows_.push_back({i, row == 0 ? part.first : begin,
                             is_last ? part.last : (first_block + row + 1) << row_bits_});
        }
    }
}

std::optional<std::size_t> AddressAxis::find(std::uint32_t allocation, std::uint64_t address) const {
    const Place& place = places_[allocation];
    if (place.rows == 0) return std::nullopt;
    if (place.is_local) return place.first_row;
    if (address >= range_.last || address + line_bytes_ <= range_.first) return std::nullopt;
    const std::uint64_t block =
        std::clamp(address >> row_bits_, place.first_block, place.first_block + place.rows - 1);
    return place.first_row + static_cast<std::size_t>(block - place.first_block);
}

AddressSums& operator+=(AddressSums& sums, const AddressSums& more) {
    sums.sectors += more.sectors;
    sums.l1_lookups += more.l1_lookups;
    sums.l1_hits += more.l1_hits;
    sums.l2_lookups += more.l2_lookups;
    sums.l2_hits += more.l2_hits;
    sums.l1_misses += more.l1_misses;
    sums.l2_misses += more.l2_misses;
    return sums;
}

AddressMap::AddressMap(AddressAxis axis, std::uint64_t first, std::uint64_t last, std::uint64_t positions)
    : axis_(std::move(axis)),
      first_(first),
      last_(last),
      intervals_(
          std::min({most_intervals, last - first,
                    std::max<std::uint64_t>(1, most_cells / std::max<std::size_t>(1, axis_.rows().size()))})),
      has_end_(last >= positions),
      cells_(axis_.rows().size() * intervals_) {}

std::uint64_t AddressMap::first_of(std::uint64_t interval) const {
    return first_ + static_cast<std::uint64_t>(WideCount{interval} * (last_ - first_) / intervals_);
}

std::uint64_t AddressMap::interval_of(std::uint64_t position) const {
    // The interval i with floor(i n / q) <= p < floor((i + 1) n / q) is floor(((p + 1) q - 1) / n).
    const WideCount place = WideCount{std::min(position, last_ - 1) - first_} + 1;
    return static_cast<std::uint64_t>((place * intervals_ - 1) / (last_ - first_));
}

} // namespace hitmap
