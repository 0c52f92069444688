#include "core/trace/element_access.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

ElementAccessFinder::ElementAccessFinder(const RecordingInfo& info) {
    for (const Allocation& allocation : info.allocations) {
        const auto kind = element_kind_of(allocation.role);
        if (!kind || allocation.space != Space::global || allocation.stride == 0) continue;
        const std::uint64_t count = allocation.element_count();
        if (count > std::numeric_limits<std::uint32_t>::max() - counts_[*kind])
            throw Error(
                fmt::format("allocation '{}': {} elements are more than 2^32 - 1", allocation.name, count));
        if (count == 0) continue;
        if (allocation.address > std::numeric_limits<std::uint64_t>::max() - allocation.bytes)
            throw Error(
                fmt::format("allocation '{}' reaches beyond the end of the address space", allocation.name));
        ranges_.push_back({allocation.address, allocation.address + count * allocation.stride,
                           allocation.stride, static_cast<std::uint32_t>(counts_[*kind]), *kind});
        counts_[*kind] += count;
    }
    std::sort(ranges_.begin(), ranges_.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < ranges_.size(); ++i)
        if (ranges_[i].begin < ranges_[i - 1].end)
            throw Error(
                fmt::format("two allocations with elements overlap at address {:#x}", ranges_[i].begin));
    bytes_.reserve(info.instructions.size());
    for (const Instruction& instruction : info.instructions) {
        const bool yields = instruction.space == Space::global && instruction.operation != Operation::atomic;
        bytes_.push_back(yields ? instruction.bytes_per_lane : std::uint16_t{0});
    }
}

void ElementAccessFinder::find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
                               std::uint32_t entry, std::vector<ElementAccess>& out) const {
    const std::uint64_t bytes = bytes_[instruction];
    if (bytes == 0 || ranges_.empty()) return;
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1, ++addresses) {
        const std::uint64_t begin = *addresses;
        const std::uint64_t last = begin > std::numeric_limits<std::uint64_t>::max() - (bytes - 1)
                                       ? std::numeric_limits<std::uint64_t>::max()
                                       : begin + (bytes - 1);
        for (const Range& range : ranges_) {
            if (last < range.begin) break;
            if (begin >= range.end) continue;
            const std::uint64_t from = begin > range.begin ? begin - range.begin : 0;
            const std::uint64_t to = std::min(last, range.end - 1) - range.begin;
            for (std::uint64_t slot = (from + range.stride - 1) / range.stride; slot * range.stride <= to;
                 ++slot)
                out.push_back({range.first_element + static_cast<std::uint32_t>(slot), range.kind,
                               static_cast<std::uint8_t>(std::countr_zero(lanes)), 0, entry});
        }
    }
}

void ElementAccessFinder::find(const RequestBlock& block, std::vector<ElementAccess>& out) const {
    out.clear();
    for (std::uint32_t i = 0; i < block.entries.size(); ++i) {
        const auto& entry = block.entries[i];
        find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, i, out);
    }
}

std::uint64_t ElementAccessFinder::element_count(ElementKindId kind) const {
    return counts_[kind];
}

} // namespace hitmap
