#include "core/cache/results/element_ranges.h"

#include <array>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint64_t address_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint8_t left_out = 255; ///< used in place of a kind

} // namespace

ElementRanges::ElementRanges(const RecordingInfo& info, const CountedParts& counted) {
    ranges_.push_back({0, address_limit, 0, 1, 0, 0, 0, 0});
    std::array<std::uint64_t, 256> counts{}; // [kind] number of elements in earlier allocations
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        const auto kind = element_kind_of(allocation.role);
        const bool holds_vertices = allocation.role == Role::vertices;
        if ((!kind && !holds_vertices) || allocation.space != Space::global || allocation.stride == 0)
            continue;
        const std::uint64_t count = allocation.element_count();
        const std::uint64_t bytes = allocation.layout == ElementLayout::planar
                                        ? count * allocation.element_bytes
                                        : count * allocation.stride;
        if (count == 0 || allocation.address > address_limit - bytes) continue;
        const std::uint8_t of = kind.value_or(vertex);
        add({allocation.address, allocation.address + bytes - 1, allocation.address, count, counts[of],
             allocation.stride, counted.counts_allocation(i) ? of : left_out,
             address_limit / allocation.stride});
        counts[of] += count;
    }
    for (Range& range : ranges_)
        if (range.kind == left_out) range.stride = 0;
}

/// Adds the parts of the range that no earlier range has.
void ElementRanges::add(const Range& range) {
    std::vector<Range> pieces;
    for (const Range& old : ranges_) {
        if (old.stride != 0 || old.last < range.begin || old.begin > range.last) {
            pieces.push_back(old);
            continue;
        }
        Range taken = range;
        taken.begin = std::max(old.begin, range.begin);
        taken.last = std::min(old.last, range.last);
        if (old.begin < taken.begin) pieces.push_back({old.begin, taken.begin - 1, 0, 1, 0, 0, 0, 0});
        pieces.push_back(taken);
        if (taken.last < old.last) pieces.push_back({taken.last + 1, old.last, 0, 1, 0, 0, 0, 0});
    }
    ranges_ = std::move(pieces);
}

std::size_t ElementRanges::range_at(std::uint64_t address) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t value, const Range& range) { return value < range.begin; });
    return static_cast<std::size_t>(after - ranges_.begin()) - 1;
}

} // namespace hitmap
