#include "core/cache/coalesce.h"

#include <array>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint64_t word_bytes = 4;
constexpr std::uint64_t word_line = word_bytes * warp_size; ///< a word of all lanes of a warp

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                             : a + b;
}

/// Sectors first..last of a line.
LineSectors sectors_between(std::uint64_t first, std::uint64_t last) {
    return static_cast<LineSectors>((2U << last) - (1U << first));
}

std::uint16_t narrowed(std::uint32_t allocation) {
    return allocation < LineRequest::several_allocations ? static_cast<std::uint16_t>(allocation)
                                                         : LineRequest::no_allocation;
}

} // namespace

Coalescer::Coalescer(const RecordingInfo& info, std::uint32_t line_bytes)
    : allocations_(info),
      line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))),
      sector_shift_(line_bits_ - static_cast<unsigned>(std::countr_zero(sector_bytes))),
      slots_per_sm_(std::max(info.device.warp_slots_per_sm, 1U)) {
    for (const Instruction& instruction : info.instructions)
        accesses_.push_back({instruction.space, instruction.operation == Operation::store,
                             std::max<std::uint16_t>(instruction.bytes_per_lane, 1)});
    for (const Allocation& allocation : info.allocations)
        if (allocation.space == Space::local)
            local_extent_ = std::max(local_extent_, saturated_sum(allocation.address, allocation.bytes));
    for (const Launch& launch : info.launches)
        launch_local_bytes_.push_back(launch.local_bytes);
}

std::uint64_t Coalescer::local_bytes(std::uint32_t launch) const {
    std::uint64_t bytes = local_extent_;
    if (bytes == 0 && launch < launch_local_bytes_.size()) bytes = launch_local_bytes_[launch];
    bytes = std::min(bytes, std::uint64_t{1} << 32); // no more than there can be, so that nothing overflows
    return std::max((bytes + word_bytes - 1) / word_bytes * word_bytes, word_bytes);
}

template <class Visit>
void Coalescer::for_each_piece(const RequestBlock& block, std::size_t i, const Visit& visit) const {
    const auto& entry = block.entries[i];
    const Access access = accesses_[entry.instruction];
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    const std::uint64_t request = block.first_request.value + i;
    const AllocationMap::Segment* segment = nullptr;
    std::uint16_t holder = LineRequest::no_allocation;
    const auto find_holder = [&](std::uint64_t at) {
        if (segment != nullptr && at >= segment->begin && at < segment->end) return;
        segment = allocations_.segment(access.space, at);
        holder = segment != nullptr ? narrowed(allocations_.holder(*segment, request))
                                    : LineRequest::no_allocation;
    };
    if (access.space != Space::local) {
        for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
            find_holder(*address);
            visit(Piece{*address, saturated_sum(*address, access.bytes - 1U), holder});
        }
        return;
    }
    const std::uint64_t each = local_bytes(entry.launch);
    const std::uint64_t base = local_base + (entry.sm * slots_per_sm_ + entry.slot) * warp_size * each;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        find_holder(*address);
        const std::uint64_t last = saturated_sum(*address, access.bytes - 1U);
        const std::uint64_t lane = base + static_cast<std::uint64_t>(std::countr_zero(rest)) * word_bytes;
        for (std::uint64_t word = *address / word_bytes; word <= last / word_bytes; ++word)
            visit(Piece{lane + word * word_line, lane + word * word_line + word_bytes - 1, holder});
    }
}

template <class Visit>
void Coalescer::for_each_line(const Piece& piece, const Visit& visit) const {
    const std::uint64_t first = piece.first / sector_bytes;
    const std::uint64_t last = piece.last / sector_bytes;
    const std::uint64_t in_line = (std::uint64_t{1} << sector_shift_) - 1;
    for (std::uint64_t line = first >> sector_shift_; line <= last >> sector_shift_; ++line) {
        const bool begins = line == first >> sector_shift_;
        const bool ends = line == last >> sector_shift_;
        visit(line, sectors_between(begins ? first & in_line : 0, ends ? last & in_line : in_line));
    }
}

void Coalescer::append(const RequestBlock& block, std::size_t i, CoalescedRequests& out) const {
    const std::size_t begin = out.lines.size();
    const std::uint32_t instruction = block.entries[i].instruction;
    bool is_sorted = true;
    bool is_shared_line = false;
    const auto add = [&](std::uint64_t line, LineSectors sectors, std::uint16_t allocation) {
        for (std::size_t at = out.lines.size(); at > begin; --at) {
            LineRequest& before = out.lines[at - 1];
            if (before.line != line) continue;
            before.sectors |= sectors;
            if (before.allocation != allocation) is_shared_line = true;
            return;
        }
        if (out.lines.size() > begin && out.lines.back().line > line) is_sorted = false;
        LineRequest& added = out.lines.emplace_back();
        added.line = line;
        added.sectors = sectors;
        added.allocation = allocation;
    };
    if (!is_shared(instruction))
        for_each_piece(block, i, [&](const Piece& piece) {
            for_each_line(piece, [&](std::uint64_t line, LineSectors sectors) {
                add(line, sectors, piece.allocation);
            });
        });
    if (!is_sorted)
        std::sort(out.lines.begin() + static_cast<std::ptrdiff_t>(begin), out.lines.end(),
                  [](const LineRequest& a, const LineRequest& b) { return a.line < b.line; });
    if (is_shared_line) add_shared(block, i, begin, out);
    if (accesses_[instruction].store && accesses_[instruction].space == Space::global)
        add_written(block, i, begin, out);
    out.first_line.push_back(static_cast<std::uint32_t>(out.lines.size()));
}

void Coalescer::add_shared(const RequestBlock& block, std::size_t i, std::size_t begin,
                           CoalescedRequests& out) const {
    struct Part {
        std::uint64_t line;
        SharedLine part;
    };
    std::vector<Part> parts;
    for_each_piece(block, i, [&](const Piece& piece) {
        for_each_line(piece, [&](std::uint64_t line, LineSectors sectors) {
            for (Part& before : parts)
                if (before.line == line && before.part.allocation == piece.allocation) {
                    before.part.sectors |= sectors;
                    return;
                }
            parts.push_back({line, {0, piece.allocation, sectors}});
        });
    });
    for (std::size_t at = begin; at < out.lines.size(); ++at) {
        const auto has_line = [&](const Part& part) { return part.line == out.lines[at].line; };
        if (std::count_if(parts.begin(), parts.end(), has_line) < 2) continue;
        out.lines[at].allocation = LineRequest::several_allocations;
        for (const Part& part : parts)
            if (has_line(part))
                out.shared.push_back(
                    {static_cast<std::uint32_t>(at), part.part.allocation, part.part.sectors});
    }
}

void Coalescer::add_written(const RequestBlock& block, std::size_t i, std::size_t begin,
                            CoalescedRequests& out) const {
    constexpr std::uint32_t whole = ~std::uint32_t{0};
    std::vector<std::array<std::uint32_t, 8>> bytes(out.lines.size() - begin); // [line][sector] a bit a byte
    for_each_piece(block, i, [&](const Piece& piece) {
        std::size_t at = 0;
        for (std::uint64_t sector = piece.first / sector_bytes; sector <= piece.last / sector_bytes;
             ++sector) {
            while (out.lines[begin + at].line < sector >> sector_shift_)
                ++at;
            const std::uint64_t base = sector * sector_bytes;
            const std::uint64_t first = std::max(piece.first, base) - base;
            const std::uint64_t last = std::min(piece.last - base, sector_bytes - 1);
            bytes[at][sector & ((1U << sector_shift_) - 1)] |=
                (whole >> (sector_bytes - 1 - last)) & (whole << first);
        }
    });
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (unsigned sector = 0; sector < 8; ++sector)
            if (bytes[at][sector] == whole)
                out.lines[begin + at].written =
                    static_cast<LineSectors>(out.lines[begin + at].written | 1U << sector);
}

void Coalescer::append_allocations(const RequestBlock& block, std::size_t i,
                                   std::vector<std::uint16_t>& out) const {
    const std::size_t begin = out.size();
    for_each_piece(block, i, [&](const Piece& piece) {
        if (piece.allocation != LineRequest::no_allocation &&
            std::find(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), piece.allocation) ==
                out.end())
            out.push_back(piece.allocation);
    });
}

std::uint16_t Coalescer::holder_of(std::uint64_t address, std::uint64_t request, std::uint32_t launch) const {
    Space space = Space::global;
    if (address >= local_base) {
        space = Space::local;
        address = (address - local_base) % (warp_size * local_bytes(launch)) / word_line * word_bytes;
    }
    const auto* const segment = allocations_.segment(space, address);
    return segment != nullptr ? narrowed(allocations_.holder(*segment, request)) : LineRequest::no_allocation;
}

void RequestCounter::count(const RequestBlock& block, std::size_t first, std::size_t last,
                           std::span<RequestCount> counts) const {
    CoalescedRequests coalesced;
    std::vector<std::uint16_t> allocations; // of the request
    for (std::size_t i = first; i < last; ++i) {
        allocations.clear();
        if (coalescer_.is_shared(block.entries[i].instruction)) {
            coalescer_.append_allocations(block, i, allocations);
        } else {
            coalesced.clear();
            coalescer_.append(block, i, coalesced);
            coalesced.for_each_part(
                0, [&](std::uint16_t allocation, const LineRequest& /*line*/, LineSectors sectors) {
                    if (allocation == LineRequest::no_allocation) return;
                    counts[allocation].sectors += static_cast<unsigned>(std::popcount(sectors));
                    if (std::find(allocations.begin(), allocations.end(), allocation) == allocations.end())
                        allocations.push_back(allocation);
                });
        }
        for (const std::uint16_t allocation : allocations)
            ++counts[allocation].requests;
    }
}

} // namespace hitmap
