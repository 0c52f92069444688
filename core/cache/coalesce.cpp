#include "core/cache/coalesce.h"

#include "core/cache/sector_keys.h"

#include <array>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint64_t word_bytes = 4;
constexpr std::uint64_t word_line = word_bytes * warp_size; ///< a word of all lanes of a warp

/// 2^16 SMs of 2^16 slots of 32 lanes of so many bytes are 2^63.
constexpr std::uint64_t most_local_bytes = std::uint64_t{1} << 26;

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                             : a + b;
}

/// Where the caches have an address of global memory: below local_base. No device has memory above, and what
/// a recording says of it lies beyond everything that one has.
std::uint64_t global_address(std::uint64_t address) {
    return address < Coalescer::local_base ? address
                                           : (address - Coalescer::local_base) | Coalescer::local_base >> 1;
}

/// Sectors first..last of a line. Tables are quicker than shifts by what is not known.
LineSectors sectors_between(std::uint64_t first, std::uint64_t last) {
    static constexpr std::array<LineSectors, 8> from{0xff, 0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80};
    static constexpr std::array<LineSectors, 8> to{0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f, 0xff};
    return from[first] & to[last];
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
    // More than any device has, and so little that the local memory of all warps fits behind local_base.
    bytes = std::min(bytes, most_local_bytes);
    return std::max((bytes + word_bytes - 1) / word_bytes * word_bytes, word_bytes);
}

template <class Visit>
void Coalescer::for_each_piece(const RequestView& block, std::size_t i, const Visit& visit) const {
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
            const std::uint64_t first = global_address(*address);
            visit(Piece{first, std::min(first + access.bytes - 1U, local_base - 1), holder});
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

void Coalescer::append_all(const RequestView& block, CoalescedRequests& out) const {
    out.held.resize(accesses_.size());
    for (std::size_t i = 0; i < block.entries.size(); ++i)
        append_one(block, i, out);
}

void Coalescer::append(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    out.held.resize(accesses_.size());
    append_one(block, i, out);
}

/// `out` has as many HeldMemory as there are instructions.
[[gnu::always_inline]] inline void Coalescer::append_one(const RequestView& block, std::size_t i,
                                                         CoalescedRequests& out) const {
    const std::size_t begin = out.lines.size();
    const Access access = accesses_[block.entries[i].instruction];
    const bool is_done =
        access.space == Space::shared ||
        (access.space == Space::local ? append_words(block, i, out) : append_simple(block, i, out));
    if (!is_done) append_pieces(block, i, out);
    if (access.store && access.space == Space::global) add_written(block, i, begin, out);
    out.first_line.push_back(static_cast<std::uint32_t>(out.lines.size()));
}

/// The general way.
void Coalescer::append_pieces(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const std::size_t begin = out.lines.size();
    Added added;
    for_each_piece(block, i, [&](const Piece& piece) { add_piece(piece, begin, out, added); });
    if (!added.is_sorted)
        std::sort(out.lines.begin() + begin, out.lines.end(),
                  [](const LineRequest& a, const LineRequest& b) { return a.line < b.line; });
    if (added.shares_a_line) add_shared(block, i, begin, out);
}

inline void Coalescer::add_piece(const Piece& piece, std::size_t begin, CoalescedRequests& out,
                                 Added& added) const {
    const std::uint64_t first = piece.first / sector_bytes;
    const std::uint64_t last = piece.last / sector_bytes;
    const std::uint64_t in_line = (std::uint64_t{1} << sector_shift_) - 1;
    if (first >> sector_shift_ == last >> sector_shift_) { // mostly
        add_line(first >> sector_shift_, sectors_between(first & in_line, last & in_line), piece.allocation,
                 begin, out, added);
        return;
    }
    for_each_line(piece, [&](std::uint64_t line, LineSectors sectors) {
        add_line(line, sectors, piece.allocation, begin, out, added);
    });
}

inline void Coalescer::add_line(std::uint64_t line, LineSectors sectors, std::uint16_t allocation,
                                std::size_t begin, CoalescedRequests& out, Added& added) {
    LineRequest* const first = out.lines.data() + begin;
    for (LineRequest* before = out.lines.data() + out.lines.size(); before != first;) {
        if ((--before)->line != line) continue;
        before->sectors |= sectors;
        added.shares_a_line = added.shares_a_line || before->allocation != allocation;
        return;
    }
    if (out.lines.size() > begin && (out.lines.end() - 1)->line > line) added.is_sorted = false;
    LineRequest& last = out.lines.emplace_back();
    last.line = line;
    last.sectors = sectors;
    last.allocation = allocation;
}

HeldMemory Coalescer::held_memory(std::uint64_t address, std::uint64_t request) const {
    const auto* const segment = allocations_.segment(Space::global, address);
    // What no device has is left to the general way, which minds overflow.
    constexpr std::uint64_t most_end = std::uint64_t{1} << 60;
    if (segment == nullptr || segment->end > most_end) return {};
    const AllocationMap::Holding holding = allocations_.holding(*segment, request);
    return {segment->begin, segment->end - segment->begin, holding.first, holding.last,
            narrowed(holding.allocation)};
}

/// Lines of a request of global memory whose lanes are all in one allocation, as they mostly are.
bool Coalescer::append_simple(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const auto& entry = block.entries[i];
    const std::uint64_t bytes = accesses_[entry.instruction].bytes;
    constexpr std::uint64_t most_bytes = 4 * sector_bytes;
    if (bytes > most_bytes) return false;
    const std::uint64_t request = block.first_request.value + i;
    const std::span<const std::uint64_t> lanes(block.addresses.data() + entry.first_address,
                                               static_cast<std::size_t>(std::popcount(entry.mask)));
    HeldMemory& held = out.held[entry.instruction];
    if (request < held.first_request || request >= held.last_request || lanes[0] - held.begin >= held.bytes)
        held = held_memory(lanes[0], request);

    constexpr std::size_t most_sectors = most_bytes / sector_bytes + 1;
    constexpr std::size_t more_room = 1 + 16;
    std::array<std::uint64_t, most_sectors * warp_size + more_room> room; // not cleared
    SectorKeys collected(room.data());
    std::uint64_t bits = 0;
    for (const std::uint64_t address : lanes) {
        bits |= address;
        collected.add(address / sector_bytes);
    }
    if (!std::has_single_bit(bytes) || bytes > sector_bytes || (bits & (bytes - 1)) != 0) {
        collected = SectorKeys(room.data()); // a lane may ask for several
        for (const std::uint64_t address : lanes) {
            const std::uint64_t last = saturated_sum(address, bytes - 1) / sector_bytes;
            for (std::uint64_t sector = address / sector_bytes; sector <= last; ++sector)
                collected.add(sector);
        }
    }
    const std::span<std::uint64_t> sectors = collected.keys();
    sort_keys(sectors);
    const bool is_within = sectors.front() * sector_bytes >= held.begin &&
                           sectors.back() < (held.begin + held.bytes) / sector_bytes;
    const bool is_held = is_within || std::all_of(lanes.begin(), lanes.end(), [&](std::uint64_t address) {
                             return address - held.begin < held.bytes;
                         });
    if (!is_held) return false;
    append_lines(sectors, sector_shift_, held.allocation, out.lines);
    return true;
}

/// Lines of a request of local memory, where its lanes are in one allocation and near one another, as they
/// mostly are: words that are asked for are marked, which needs no search.
bool Coalescer::append_words(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const auto& entry = block.entries[i];
    const std::span<const std::uint64_t> addresses = block.addresses_of(entry);
    const auto [least, most] = std::minmax_element(addresses.begin(), addresses.end());
    constexpr std::uint64_t most_lines = 256;
    constexpr std::uint64_t most_offset = std::uint64_t{1} << 40; // so that nothing overflows
    const std::uint64_t bytes = accesses_[entry.instruction].bytes;
    if (bytes > 2 * RecordingLimits::bytes_per_lane || *most >= most_offset) return false;
    if (*most - *least >= most_lines * 32 / word_line * word_bytes - bytes - word_bytes) return false;
    const auto* const segment = allocations_.segment(Space::local, *least);
    if (segment == nullptr || *most >= segment->end) return false;
    const std::uint16_t holder = narrowed(allocations_.holder(*segment, block.first_request.value + i));
    const std::uint64_t each = local_bytes(entry.launch);
    const std::uint64_t base = local_base + (entry.sm * slots_per_sm_ + entry.slot) * warp_size * each;
    if (base > std::numeric_limits<std::uint64_t>::max() - most_offset / word_bytes * word_line) return false;
    const std::uint64_t first_line = (base + *least / word_bytes * word_line) >> line_bits_;
    std::array<LineSectors, most_lines> marked{};
    std::size_t lane = 0;
    std::uint64_t end = 0;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++lane) {
        const auto eighth = static_cast<std::uint64_t>(std::countr_zero(rest)) / 8;
        const std::uint64_t last_word = (addresses[lane] + bytes - 1) / word_bytes;
        for (std::uint64_t word = addresses[lane] / word_bytes; word <= last_word; ++word) {
            const std::uint64_t sector = (base + word * word_line) / sector_bytes + eighth;
            const std::uint64_t line = (sector >> sector_shift_) - first_line;
            marked[line] =
                static_cast<LineSectors>(marked[line] | 1U << (sector & ((1U << sector_shift_) - 1)));
            end = std::max(end, line + 1);
        }
    }
    for (std::uint64_t line = 0; line < end; ++line) {
        if (marked[line] == 0) continue;
        LineRequest& added = out.lines.emplace_back();
        added.line = first_line + line;
        added.sectors = marked[line];
        added.allocation = holder;
    }
    return true;
}

void Coalescer::add_shared(const RequestView& block, std::size_t i, std::size_t begin,
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

void Coalescer::add_written(const RequestView& block, std::size_t i, std::size_t begin,
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
            if (const std::uint32_t mask = bytes[at][sector]; mask == whole)
                out.lines[begin + at].written =
                    static_cast<LineSectors>(out.lines[begin + at].written | 1U << sector);
            else if (mask != 0)
                out.partly.push_back(
                    {static_cast<std::uint32_t>(begin + at), mask, static_cast<std::uint8_t>(sector)});
}

void Coalescer::append_allocations(const RequestView& block, std::size_t i,
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

void RequestCounter::count(const RequestView& block, std::size_t first, std::size_t last,
                           std::span<RequestCount> counts, CoalescedRequests& room) const {
    std::vector<std::uint16_t> allocations; // of the request
    for (std::size_t i = first; i < last; ++i) {
        allocations.clear();
        if (coalescer_.is_shared(block.entries[i].instruction)) {
            coalescer_.append_allocations(block, i, allocations);
        } else {
            room.clear();
            coalescer_.append(block, i, room);
            room.for_each_part(
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
