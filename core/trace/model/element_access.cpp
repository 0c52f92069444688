#include "core/trace/model/element_access.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint64_t address_limit = std::numeric_limits<std::uint64_t>::max();
__extension__ using Wide = unsigned __int128;

/// The reciprocal for dividing by multiplication, which is exact for n < 2^64 / stride (Granlund and
/// Montgomery 1994). Offsets are below 2^32 * stride, hence the limit on strides.
std::uint64_t inverse_of(std::uint32_t stride) {
    return stride > 1 && stride < (1U << 16) ? address_limit / stride + 1 : 0;
}

std::uint64_t divide(std::uint64_t n, std::uint32_t stride, std::uint64_t inverse) {
    return inverse != 0 ? static_cast<std::uint64_t>(Wide{n} * inverse >> 64) : n / stride;
}

void check_count(std::uint64_t found) {
    if (found > RecordingLimits::element_accesses)
        throw Error(fmt::format("expected at most {} element accesses in a request, found {}",
                                RecordingLimits::element_accesses, found));
}

} // namespace

ElementAccessFinder::ElementAccessFinder(const RecordingInfo& info) {
    std::vector<Range> elements;
    for (const Allocation& allocation : info.allocations) {
        const auto kind = element_kind_of(allocation.role);
        if (!kind || allocation.space != Space::global || allocation.stride == 0) continue;
        const std::uint64_t count = allocation.element_count();
        if (count > std::numeric_limits<std::uint32_t>::max() - counts_[*kind])
            throw Error(
                fmt::format("allocation '{}': {} elements are more than 2^32 - 1", allocation.name, count));
        if (count == 0) continue;
        if (allocation.address > address_limit - allocation.bytes)
            throw Error(
                fmt::format("allocation '{}' reaches beyond the end of the address space", allocation.name));
        elements.push_back({allocation.address, allocation.address + (count * allocation.stride - 1),
                            inverse_of(allocation.stride), allocation.stride,
                            static_cast<std::uint32_t>(counts_[*kind]), *kind});
        counts_[*kind] += count;
    }
    std::sort(elements.begin(), elements.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::uint64_t next = 0;
    for (const Range& range : elements) {
        if (range.begin < next)
            throw Error(fmt::format("two allocations with elements overlap at address {:#x}", range.begin));
        if (range.begin > next) ranges_.push_back({next, range.begin - 1, 0, 0, 0, 0});
        ranges_.push_back(range);
        next = range.last + 1;
    }
    ranges_.push_back({next, address_limit, 0, 0, 0, 0});
    bytes_.reserve(info.instructions.size());
    for (const Instruction& instruction : info.instructions) {
        const bool yields = !elements.empty() && instruction.space == Space::global &&
                            instruction.operation != Operation::atomic;
        bytes_.push_back(yields ? instruction.bytes_per_lane : std::uint16_t{0});
    }
}

std::size_t ElementAccessFinder::range_at(std::uint64_t address) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t value, const Range& range) { return value < range.begin; });
    return static_cast<std::size_t>(after - ranges_.begin()) - 1;
}

/// Most lanes of a request access one allocation, so that the range of the last lane, `near`, is tried first.
ElementAccessFinder::Touched ElementAccessFinder::touched(std::uint64_t address, std::uint64_t bytes,
                                                          std::size_t near) const {
    const std::uint64_t last = address > address_limit - (bytes - 1) ? address_limit : address + (bytes - 1);
    const bool is_near = address >= ranges_[near].begin && address <= ranges_[near].last;
    return {address, last, is_near ? near : range_at(address)};
}

std::uint64_t ElementAccessFinder::first_slot(const Range& range, std::uint64_t begin) {
    const std::uint64_t from = begin > range.begin ? begin - range.begin : 0;
    const std::uint64_t slot = divide(from, range.stride, range.inverse);
    return slot * range.stride < from ? slot + 1 : slot;
}

void ElementAccessFinder::find_in(const Range& range, std::uint64_t begin, std::uint64_t last,
                                  std::uint8_t lane, std::uint32_t entry, std::vector<ElementAccess>& out) {
    // The elements whose first byte is in [begin, last].
    const std::uint64_t to = std::min(last, range.last) - range.begin;
    std::uint64_t slot = first_slot(range, begin);
    for (std::uint64_t at = slot * range.stride; at <= to; at += range.stride, ++slot)
        out.push_back({range.first_element + static_cast<std::uint32_t>(slot), range.kind, lane, 0, entry});
}

/// Fast path for the most frequent case: all bytes are in one range, and no lane can access more than one
/// element of it. Returns false, having done nothing, in other cases.
bool ElementAccessFinder::find_in_one(const Range& range, std::uint64_t bytes, std::uint32_t mask,
                                      const std::uint64_t* addresses, std::uint32_t entry,
                                      std::vector<ElementAccess>& out) {
    const auto [least, most] = std::minmax_element(addresses, addresses + std::popcount(mask));
    if (*least < range.begin || *most > range.last || range.last - *most < bytes - 1) return false;
    if (range.stride == 0) return true;
    if (bytes > range.stride) return false;
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1, ++addresses) {
        const std::uint64_t slot = first_slot(range, *addresses);
        if (slot * range.stride - (*addresses - range.begin) >= bytes) continue;
        out.push_back({range.first_element + static_cast<std::uint32_t>(slot), range.kind,
                       static_cast<std::uint8_t>(std::countr_zero(lanes)), 0, entry});
    }
    return true;
}

void ElementAccessFinder::find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
                               std::uint32_t entry, std::vector<ElementAccess>& out) const {
    std::size_t near = 0;
    find(instruction, mask, addresses, entry, near, out);
}

void ElementAccessFinder::find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
                               std::uint32_t entry, std::size_t& near,
                               std::vector<ElementAccess>& out) const {
    const std::uint64_t bytes = bytes_[instruction];
    if (bytes == 0) return;
    near = touched(*addresses, bytes, near).range;
    if (find_in_one(ranges_[near], bytes, mask, addresses, entry, out)) return;
    const std::size_t before = out.size();
    Touched at{0, 0, near};
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1, ++addresses) {
        at = touched(*addresses, bytes, at.range);
        const auto lane = static_cast<std::uint8_t>(std::countr_zero(lanes));
        for (std::size_t i = at.range; i < ranges_.size() && ranges_[i].begin <= at.last; ++i)
            if (ranges_[i].stride != 0) find_in(ranges_[i], at.begin, at.last, lane, entry, out);
    }
    check_count(out.size() - before);
}

template <class Add>
void ElementAccessFinder::count_ranges(std::uint32_t instruction, std::uint32_t mask,
                                       const std::uint64_t* addresses, const Add& add) const {
    const std::uint64_t bytes = bytes_[instruction];
    if (bytes == 0) return;
    Touched at{0, 0, range_at(*addresses)};
    for (int lane = std::popcount(mask); lane != 0; --lane, ++addresses) {
        at = touched(*addresses, bytes, at.range);
        for (std::size_t i = at.range; i < ranges_.size() && ranges_[i].begin <= at.last; ++i) {
            const Range& range = ranges_[i];
            if (range.stride == 0) continue;
            const std::uint64_t to = std::min(at.last, range.last) - range.begin;
            const std::uint64_t first = first_slot(range, at.begin) * range.stride;
            if (first <= to) add(range.kind, divide(to - first, range.stride, range.inverse) + 1);
        }
    }
}

std::uint64_t ElementAccessFinder::count(std::uint32_t instruction, std::uint32_t mask,
                                         const std::uint64_t* addresses) const {
    std::uint64_t found = 0;
    count_ranges(instruction, mask, addresses,
                 [&](ElementKindId, std::uint64_t elements) { found += elements; });
    return found;
}

void ElementAccessFinder::add_counts(std::uint32_t instruction, std::uint32_t mask,
                                     const std::uint64_t* addresses, PerKind<std::uint64_t>& counts) const {
    std::uint64_t found = 0;
    count_ranges(instruction, mask, addresses, [&](ElementKindId kind, std::uint64_t elements) {
        counts[kind] += elements;
        found += elements;
    });
    check_count(found);
}

void ElementAccessFinder::find(const RequestView& block, std::vector<ElementAccess>& out) const {
    out.clear();
    std::vector<std::size_t> near(bytes_.size()); // [instructions] the range of the last request
    for (std::uint32_t i = 0; i < block.entries.size(); ++i) {
        const auto& entry = block.entries[i];
        find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, i,
             near[entry.instruction], out);
    }
}

std::uint64_t ElementAccessFinder::element_count(ElementKindId kind) const {
    return counts_[kind];
}

} // namespace hitmap
