#include "core/cache/coalescing/coalesce.h"

#include "core/cache/coalescing/sector_keys.h"
#include "core/cache/coalescing/sort_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

/// With 2^16 SMs, 2^16 slots per SM and 32 lanes, this limit makes 2^63 bytes.
constexpr std::uint64_t most_local_bytes = std::uint64_t{1} << 26;

/// A lane of a request may access at most this many bytes for the fast path.
constexpr std::uint64_t most_simple_bytes = 128;
constexpr std::size_t most_keys = warp_size * (most_simple_bytes / Coalescer::sector_bytes + 1);

/// A line has at most eight sectors of 32 bytes, which are the bits of a LineSectors.
constexpr std::uint64_t most_line_bytes = 256;
/// Offsets up to this limit allow 32-bit sector numbers, relative to the base and with a margin of a few
/// sectors.
constexpr std::uint64_t most_offset = std::uint64_t{1} << 36;

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
    // This exceeds the local memory of any device, and is small enough that the local memory of all warps
    // fits above local_base.
    bytes = std::min(bytes, most_local_bytes);
    return std::max((bytes + word_bytes - 1) / word_bytes * word_bytes, word_bytes);
}

void Coalescer::prepare(CoalescedRequests& out) const {
    out.owners.resize(accesses_.size());
    out.keys.resize(SectorKeys::more_keys + most_keys + key_padding);
}

void Coalescer::append_all(const RequestView& block, CoalescedRequests& out) const {
    prepare(out);
    for (std::size_t i = 0; i < block.entries.size(); ++i)
        append_one(block, i, out);
    out.complete();
}

void Coalescer::append(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    prepare(out);
    append_one(block, i, out);
}

/// `out` has space for the results of the request.
[[gnu::always_inline]] inline void Coalescer::append_one(const RequestView& block, std::size_t i,
                                                         CoalescedRequests& out) const {
    const std::size_t begin = out.line_count();
    const Access access = accesses_[block.entries[i].instruction];
    if (access.space == Space::shared)
        // Shared memory has allocations, but no lines.
        out.allocations.push_back(CoalescedRequests::several_allocations);
    else if (!(access.space == Space::local ? append_words(block, i, out) : append_simple(block, i, out)))
        append_extents(block, i, out);
    if (access.store && access.space == Space::global) add_written(block, i, begin, out);
    out.first_line.push_back(static_cast<std::uint32_t>(out.line_count()));
}

OwningAllocation Coalescer::owning_allocation(std::uint64_t address, std::uint64_t request) const {
    const auto* const segment = allocations_.segment(Space::global, address);
    // Addresses above this limit, which no device has, are left to the general path, which handles overflow.
    constexpr std::uint64_t most_end = std::uint64_t{1} << 60;
    if (segment == nullptr || segment->end > most_end) return {};
    const AllocationMap::Ownership ownership = allocations_.ownership(*segment, request);
    return {segment->begin, segment->end - segment->begin, ownership.first, ownership.last,
            narrowed(ownership.allocation)};
}

/// Fast path: the sectors of a request of global memory whose lanes are all in one allocation, which is the
/// most frequent case. No value for other requests.
[[gnu::always_inline]] inline std::optional<Coalescer::OwnedSectors>
Coalescer::owned_sectors(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const auto& entry = block.entries[i];
    const std::uint64_t bytes = accesses_[entry.instruction].bytes;
    if (bytes > most_simple_bytes) return {};
    const std::uint64_t request = block.first_request.value + i;
    const std::span<const std::uint64_t> lanes(block.addresses.data() + entry.first_address,
                                               static_cast<std::size_t>(std::popcount(entry.mask)));
    OwningAllocation& owner = out.owners[entry.instruction];
    if (request < owner.first_request || request >= owner.last_request ||
        lanes[0] - owner.begin >= owner.bytes)
        owner = owning_allocation(lanes[0], request);

    const std::uint64_t base = owner.begin & ~(most_line_bytes - 1); // aligned to lines of any supported size
    SectorKeys collected(out.keys.data());
    std::uint64_t bits = 0;
    for (const std::uint64_t address : lanes) {
        bits |= address - base;
        collected.add(static_cast<std::uint32_t>((address - base) / sector_bytes));
    }
    if (bits >= most_offset) return {};
    if (!std::has_single_bit(bytes) || bytes > sector_bytes || (bits & (bytes - 1)) != 0) {
        collected = SectorKeys(out.keys.data()); // the access of a lane may span several sectors
        for (const std::uint64_t address : lanes) {
            const std::uint64_t last = (address - base + bytes - 1) / sector_bytes;
            for (std::uint64_t sector = (address - base) / sector_bytes; sector <= last; ++sector)
                collected.add(static_cast<std::uint32_t>(sector));
        }
    }
    const std::span<std::uint32_t> sectors = collected.keys();
    sort_keys(sectors);
    const bool is_within = base + sectors.front() * sector_bytes >= owner.begin &&
                           sectors.back() < (owner.begin + owner.bytes - base) / sector_bytes;
    const bool is_owned = is_within || std::all_of(lanes.begin(), lanes.end(), [&](std::uint64_t address) {
                              return address - owner.begin < owner.bytes;
                          });
    if (!is_owned) return {};
    return OwnedSectors{sectors, base, owner.allocation};
}

bool Coalescer::append_simple(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const auto owned = owned_sectors(block, i, out);
    if (!owned) return false;
    append_lines(owned->sectors, owned->base >> line_bits_, sector_shift_, out);
    out.allocations.push_back(owned->allocation);
    return true;
}

bool Coalescer::count_simple(const RequestView& block, std::size_t i, std::span<RequestCount> counts,
                             CoalescedRequests& scratch) const {
    if (accesses_[block.entries[i].instruction].space != Space::global) return false;
    prepare(scratch);
    const auto owned = owned_sectors(block, i, scratch);
    if (!owned) return false;
    if (owned->allocation == CoalescedRequests::no_allocation) return true;
    std::uint64_t distinct = 1;
    for (std::size_t s = 1; s < owned->sectors.size(); ++s)
        distinct += owned->sectors[s] != owned->sectors[s - 1] ? 1 : 0;
    counts[owned->allocation].sectors += distinct;
    ++counts[owned->allocation].requests;
    return true;
}

/// Fast path: a request of local memory whose lanes are in one allocation and near one another, which is the
/// most frequent case. The requested words are marked in a bit mask, which needs no sorting.
bool Coalescer::append_words(const RequestView& block, std::size_t i, CoalescedRequests& out) const {
    const auto& entry = block.entries[i];
    const std::span<const std::uint64_t> addresses = block.addresses_of(entry);
    const auto [least, most] = std::minmax_element(addresses.begin(), addresses.end());
    constexpr std::uint64_t most_lines = 256; // requests over more lines take the general path
    constexpr std::uint64_t most_local_offset = std::uint64_t{1} << 40; // so that sums do not overflow
    const std::uint64_t bytes = accesses_[entry.instruction].bytes;
    if (bytes > 2 * RecordingLimits::bytes_per_lane || *most >= most_local_offset) return false;
    if (*most - *least >= most_lines * 32 / word_line * word_bytes - bytes - word_bytes) return false;
    const auto* const segment = allocations_.segment(Space::local, *least);
    if (segment == nullptr || *most >= segment->end) return false;
    const std::uint16_t owner = narrowed(allocations_.owner(*segment, block.first_request.value + i));
    const std::uint64_t each = local_bytes(entry.launch);
    const std::uint64_t base = local_base + (entry.sm * slots_per_sm_ + entry.slot) * warp_size * each;
    if (base > std::numeric_limits<std::uint64_t>::max() - most_local_offset / word_bytes * word_line)
        return false;
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
        out.numbers.push_back(first_line + line);
        out.sectors.push_back(marked[line]);
    }
    out.allocations.push_back(owner);
    return true;
}

std::uint16_t Coalescer::owner_of(std::uint64_t address, std::uint64_t request, std::uint32_t launch,
                                  OwningAllocation& last) const {
    if (address - last.begin < last.bytes && request >= last.first_request && request < last.last_request)
        return last.allocation;
    if (address < local_base) {
        last = owning_allocation(address, request);
        if (last.bytes != 0) return last.allocation;
    }
    const Space space = address < local_base ? Space::global : Space::local;
    // The same for all launches if there is a local allocation.
    const std::uint64_t each = local_bytes(launch);
    if (space == Space::local) address = (address - local_base) % (warp_size * each) / word_line * word_bytes;
    const auto* const segment = allocations_.segment(space, address);
    if (segment == nullptr) return CoalescedRequests::no_allocation;
    const AllocationMap::Ownership ownership = allocations_.ownership(*segment, request);
    if (space == Space::local && segment->begin == 0 && segment->end >= each)
        last = {local_base, local_base - 1, ownership.first, ownership.last, narrowed(ownership.allocation)};
    return narrowed(ownership.allocation);
}

void RequestCounter::count(const RequestView& block, std::size_t first, std::size_t last,
                           std::span<RequestCount> counts, CoalescedRequests& buffer) const {
    std::vector<std::uint16_t> allocations; // of the current request
    for (std::size_t i = first; i < last; ++i) {
        if (coalescer_.count_simple(block, i, counts, buffer)) continue;
        allocations.clear();
        if (coalescer_.is_shared(block.entries[i].instruction)) {
            coalescer_.append_allocations(block, i, allocations);
        } else {
            buffer.clear();
            coalescer_.append(block, i, buffer);
            buffer.for_each_part(
                0, [&](std::uint16_t allocation, std::uint32_t /*line*/, LineSectors sectors) {
                    if (allocation == CoalescedRequests::no_allocation) return;
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
