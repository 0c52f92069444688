#include "core/relayout/model/element_range.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

AllocationRanges::AllocationRanges(const std::vector<Allocation>& allocations) {
    for (std::uint32_t i = 0; i < allocations.size(); ++i) {
        const Allocation& a = allocations[i];
        if (a.space == Space::global && a.bytes != 0)
            ranges_.push_back({a.address, a.address + (a.bytes - 1), i});
    }
    std::ranges::sort(ranges_, {}, &Range::begin);
    for (std::size_t i = 1; i < ranges_.size(); ++i)
        if (ranges_[i].begin <= ranges_[i - 1].last)
            throw Error(fmt::format("expected allocations that do not overlap, found '{}' and '{}', which do",
                                    allocations[ranges_[i - 1].allocation].name,
                                    allocations[ranges_[i].allocation].name));
}

std::optional<std::uint32_t> AllocationRanges::search(std::uint64_t address) {
    const auto behind = std::ranges::upper_bound(ranges_, address, {}, &Range::begin);
    if (behind == ranges_.begin() || !(behind - 1)->has(address)) return std::nullopt;
    found_ = static_cast<std::size_t>(behind - ranges_.begin()) - 1;
    return ranges_[found_].allocation;
}

std::uint64_t element_extent(const Allocation& allocation) {
    const bool planar = allocation.layout == ElementLayout::planar;
    return allocation.element_count() * (planar ? allocation.element_bytes : allocation.stride);
}

ElementByte element_byte(const Allocation& allocation, std::uint64_t distance) {
    if (allocation.layout == ElementLayout::linear)
        return {distance / allocation.stride, distance % allocation.stride};
    const std::uint64_t in_plane = distance % allocation.plane_bytes();
    return {in_plane / component_bytes,
            distance / allocation.plane_bytes() * component_bytes + in_plane % component_bytes};
}

std::uint64_t distance_of(const Allocation& allocation, const ElementByte& byte) {
    if (allocation.layout == ElementLayout::linear)
        return byte.element * allocation.stride + std::min<std::uint64_t>(byte.offset, allocation.stride - 1);
    const std::uint64_t offset = std::min<std::uint64_t>(byte.offset, allocation.element_bytes - 1);
    return offset / component_bytes * allocation.plane_bytes() + byte.element * component_bytes +
           offset % component_bytes;
}

} // namespace hitmap
