#include "core/relayout/apply/allocation_places.h"

#include "core/base/error.h"
#include "core/relayout/model/element_range.h"
#include "core/simt/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t last_address = ~std::uint64_t{0};

bool is_in_global_memory(const Allocation& allocation) {
    return allocation.space == Space::global;
}

/// Whether the simulated device would give the allocations these addresses.
bool is_of_simulated_device(const std::vector<Allocation>& allocations) {
    simt::AddressSpace addresses;
    return std::ranges::all_of(allocations, [&](const Allocation& a) {
        return !is_in_global_memory(a) || a.address == addresses.allocate(a.bytes);
    });
}

std::uint64_t end_of(const std::vector<Allocation>& allocations) {
    std::uint64_t end = 0;
    for (const Allocation& a : allocations)
        if (is_in_global_memory(a)) end = std::max(end, a.address + a.bytes);
    return end;
}

/// Moves an allocation to the first multiple of an alignment from `end` on.
void move_behind(Allocation& allocation, std::uint64_t end, std::uint64_t alignment) {
    alignment = std::max<std::uint64_t>(alignment, simt::AddressSpace::alignment);
    const std::uint64_t begin =
        end > last_address - alignment ? 0 : (end + alignment - 1) / alignment * alignment;
    if (begin == 0 || allocation.bytes > last_address - begin)
        throw Error(fmt::format("allocation '{}': expected {} free bytes behind the other allocations, found "
                                "the end of the address space",
                                allocation.name, allocation.bytes));
    allocation.address = begin;
}

/// Places that follow from the sizes alone.
void place_by_size(const std::vector<Allocation>& before, std::vector<Allocation>& after) {
    const auto same_bytes = [](const Allocation& a, const Allocation& b) { return a.bytes == b.bytes; };
    if (std::ranges::equal(before, after, same_bytes)) return;
    if (is_of_simulated_device(before)) {
        simt::AddressSpace addresses;
        for (Allocation& a : after)
            if (is_in_global_memory(a)) a.address = addresses.allocate(a.bytes);
        return;
    }
    std::uint64_t end = end_of(before);
    for (std::size_t i = 0; i < after.size(); ++i) {
        const bool stays = i < before.size() && after[i].bytes <= before[i].bytes;
        if (!is_in_global_memory(after[i]) || stays) continue;
        move_behind(after[i], end, 1);
        end = after[i].address + after[i].bytes;
    }
}

void set_base(Allocation& allocation, const BaseAddress& base, std::uint64_t alignment) {
    const std::uint64_t from = base.is_offset ? allocation.address : 0;
    if (base.bytes > last_address - from || allocation.bytes > last_address - from - base.bytes)
        throw Error(fmt::format("allocation '{}': expected {} bytes in the address space, found its end",
                                allocation.name, allocation.bytes));
    allocation.address = from + base.bytes;
    if (allocation.address % alignment != 0)
        throw Error(fmt::format("allocation '{}': expected a base that is a multiple of {}, its alignment, "
                                "found {:#x}",
                                allocation.name, alignment, allocation.address));
}

} // namespace

void place_allocations(const std::vector<Allocation>& before, std::vector<Allocation>& after,
                       const AllocationDemands& demands) {
    place_by_size(before, after);
    for (const auto& [i, alignment] : demands.alignments) {
        Allocation& a = after[i];
        if (a.address % alignment == 0) continue;
        const std::uint64_t bytes = std::exchange(a.bytes, 0); // it may stay where it is if it is the last
        const std::uint64_t end = end_of(after);
        a.bytes = bytes;
        move_behind(a, end, alignment);
    }
    for (const auto& [i, base] : demands.bases) {
        const auto aligned = demands.alignments.find(i);
        set_base(after[i], base, aligned == demands.alignments.end() ? 1 : aligned->second);
    }
    (void)AllocationRanges(after); // throws if they overlap
}

} // namespace hitmap
