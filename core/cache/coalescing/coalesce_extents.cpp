#include "core/cache/coalescing/coalesce.h"

#include <algorithm>
#include <array>
#include <bit>

// Coalescing of arbitrary requests, extent by extent: the general path, for what the fast paths in
// coalesce.cpp do not cover.

namespace hitmap {

namespace {

/// Maps an address above local_base, which only an invalid recording has, to the upper half of the addresses
/// below it, which no device uses.
std::uint64_t global_address(std::uint64_t address) {
    return address < Coalescer::local_base ? address
                                           : (address - Coalescer::local_base) | Coalescer::local_base >> 1;
}

/// Sectors first..last of a line. A table is faster than shifts by variable amounts.
LineSectors sectors_between(std::uint64_t first, std::uint64_t last) {
    static constexpr std::array<LineSectors, 8> from{0xff, 0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80};
    static constexpr std::array<LineSectors, 8> to{0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f, 0xff};
    return from[first] & to[last];
}

} // namespace

template <class Visit>
void Coalescer::for_each_extent(const RequestView& block, std::size_t i, const Visit& visit) const {
    const auto& entry = block.entries[i];
    const Access access = accesses_[entry.instruction];
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    const std::uint64_t request = block.first_request.value + i;
    const AllocationMap::Segment* segment = nullptr;
    std::uint16_t owner = CoalescedRequests::no_allocation;
    const auto find_owner = [&](std::uint64_t at) {
        if (segment != nullptr && at >= segment->begin && at < segment->end) return;
        segment = allocations_.segment(access.space, at);
        owner = segment != nullptr ? narrowed(allocations_.owner(*segment, request))
                                   : CoalescedRequests::no_allocation;
    };
    if (access.space != Space::local) {
        for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
            find_owner(*address);
            const std::uint64_t first = global_address(*address);
            visit(Extent{first, std::min(first + access.bytes - 1U, local_base - 1), owner,
                         static_cast<std::uint8_t>(std::countr_zero(rest))});
        }
        return;
    }
    const std::uint64_t each = local_bytes(entry.launch);
    const std::uint64_t base = local_base + (entry.sm * slots_per_sm_ + entry.slot) * warp_size * each;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        find_owner(*address);
        const std::uint64_t last = saturated_sum(*address, access.bytes - 1U);
        const auto lane = static_cast<std::uint8_t>(std::countr_zero(rest));
        const std::uint64_t first = base + lane * word_bytes;
        for (std::uint64_t word = *address / word_bytes; word <= last / word_bytes; ++word)
            visit(Extent{first + word * word_line, first + word * word_line + word_bytes - 1, owner, lane});
    }
}

template <class Visit>
void Coalescer::for_each_line(const Extent& extent, const Visit& visit) const {
    const std::uint64_t first = extent.first / sector_bytes;
    const std::uint64_t last = extent.last / sector_bytes;
    const std::uint64_t in_line = (std::uint64_t{1} << sector_shift_) - 1;
    for (std::uint64_t line = first >> sector_shift_; line <= last >> sector_shift_; ++line) {
        const bool begins = line == first >> sector_shift_;
        const bool ends = line == last >> sector_shift_;
        visit(line, sectors_between(begins ? first & in_line : 0, ends ? last & in_line : in_line));
    }
}

/// The general path.
void Coalescer::append_extents(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const std::size_t begin = out.parts.size();
    for_each_extent(block, i, [&](const Extent& extent) {
        for_each_line(extent, [&](std::uint64_t line, LineSectors sectors) {
            add_part(line, sectors, extent.allocation, begin, out);
        });
    });
    const auto parts = std::span(out.parts).subspan(begin);
    const auto by_line = [](const LinePart& a, const LinePart& b) { return a.line < b.line; };
    if (!std::is_sorted(parts.begin(), parts.end(), by_line))
        std::stable_sort(parts.begin(), parts.end(), by_line);
    bool is_of_one = !parts.empty();
    for (std::size_t p = 0; p < parts.size(); ++p) {
        is_of_one = is_of_one && parts[p].allocation == parts.front().allocation;
        if (p == 0 || parts[p].line != parts[p - 1].line) {
            out.numbers.push_back(parts[p].line);
            out.sectors.push_back(0);
        }
        const std::size_t at = out.line_count() - 1;
        parts[p].at = static_cast<std::uint32_t>(at);
        out.sectors[at] = static_cast<LineSectors>(out.sectors[at] | parts[p].sectors);
    }
    out.allocations.push_back(is_of_one ? parts.front().allocation : CoalescedRequests::several_allocations);
    if (is_of_one) out.parts.resize(begin);
}

void Coalescer::append_lane_sectors(const RequestView& block, std::size_t i,
                                    std::vector<LaneSectors>& out) const {
    if (is_shared(block.entries[i].instruction)) return;
    for_each_extent(block, i, [&](const Extent& extent) {
        for_each_line(extent, [&](std::uint64_t line, LineSectors sectors) {
            out.push_back({line, sectors, extent.lane});
        });
    });
}

/// Adds each line once per allocation. `begin`: index of the first part of the request.
void Coalescer::add_part(std::uint64_t line, LineSectors sectors, std::uint16_t allocation, std::size_t begin,
                         CoalescedRequests& out) {
    const auto same = std::find_if(
        out.parts.rbegin(), out.parts.rend() - static_cast<std::ptrdiff_t>(begin),
        [&](const LinePart& part) { return part.line == line && part.allocation == allocation; });
    if (same != out.parts.rend() - static_cast<std::ptrdiff_t>(begin))
        same->sectors |= sectors;
    else
        out.parts.push_back({line, 0, allocation, sectors});
}

void Coalescer::add_written(const RequestView& block, std::size_t i, std::size_t begin,
                            CoalescedRequests& out) const {
    constexpr std::uint32_t whole = ~std::uint32_t{0};
    // [line][sector] one bit per byte.
    std::vector<std::array<std::uint32_t, 8>> bytes(out.line_count() - begin);
    for_each_extent(block, i, [&](const Extent& extent) {
        std::size_t at = 0;
        for (std::uint64_t sector = extent.first / sector_bytes; sector <= extent.last / sector_bytes;
             ++sector) {
            while (out.numbers[begin + at] < sector >> sector_shift_)
                ++at;
            const std::uint64_t base = sector * sector_bytes;
            const std::uint64_t first = std::max(extent.first, base) - base;
            const std::uint64_t last = std::min(extent.last - base, sector_bytes - 1);
            bytes[at][sector & ((1U << sector_shift_) - 1)] |=
                (whole >> (sector_bytes - 1 - last)) & (whole << first);
        }
    });
    out.written.resize(out.line_count());
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (unsigned sector = 0; sector < 8; ++sector)
            if (const std::uint32_t mask = bytes[at][sector]; mask == whole)
                out.written[begin + at] = static_cast<LineSectors>(out.written[begin + at] | 1U << sector);
            else if (mask != 0)
                out.partly.push_back(
                    {static_cast<std::uint32_t>(begin + at), mask, static_cast<std::uint8_t>(sector)});
}

void Coalescer::append_allocations(const RequestView& block, std::size_t i,
                                   std::vector<std::uint16_t>& out) const {
    const std::size_t begin = out.size();
    for_each_extent(block, i, [&](const Extent& extent) {
        if (extent.allocation != CoalescedRequests::no_allocation &&
            std::find(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), extent.allocation) ==
                out.end())
            out.push_back(extent.allocation);
    });
}

} // namespace hitmap
