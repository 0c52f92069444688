#include "core/cache/stages/traffic_tally.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

void add_misses(MissClasses& classes, const ReuseInformation& reuse, unsigned missed) {
    const auto count = [&](unsigned of) { return static_cast<std::uint64_t>(std::popcount(of & missed)); };
    classes.cold += count(reuse.cold);
    classes.conflict += count(reuse.within);
    classes.capacity += count(~static_cast<unsigned>(reuse.cold | reuse.within));
}

using SectorCounts = TrafficTally::SectorCounts;

std::uint32_t sector_count(LineSectors sectors) {
    return static_cast<std::uint32_t>(std::popcount(sectors));
}

SectorCounts& operator+=(SectorCounts& counts, const SectorCounts& more) {
    counts.all += more.all;
    counts.l1_hits += more.l1_hits;
    counts.l2_hits += more.l2_hits;
    counts.fetched += more.fetched;
    return counts;
}

/// Counts the `sectors` of a line by outcome.
SectorCounts counts_of(const LineOutcome& line, LineSectors sectors) {
    const auto of_these = [&](LineSectors some) {
        return sector_count(static_cast<LineSectors>(some & sectors));
    };
    return {sector_count(sectors), of_these(line.l1_hits), of_these(line.l2_hits), 0};
}

/// The sum over all lines of a request.
SectorCounts counts_of(const PipelineBlock& block, std::size_t request) {
    constexpr std::uint32_t at_once = CoalescedRequests::at_once;
    constexpr std::uint64_t each_byte = 0x0101010101010101;
    const auto count = [](std::uint64_t word) { return static_cast<std::uint32_t>(std::popcount(word)); };
    SectorCounts counts;
    const CoalescedRequests& lines = block.coalesced;
    const std::uint32_t end = lines.first_line[request + 1];
    for (std::uint32_t first = lines.first_line[request]; first < end; first += at_once) {
        const std::uint32_t some = std::min(end - first, at_once);
        counts.all += count(word_of(lines.sectors.data() + first, some));
        counts.l1_hits += count(word_of(block.l1.hits.data() + first, some));
        counts.l2_hits += count(word_of(block.l2.hits.data() + first, some));
        // The highest byte of the product is the sum of all eight bytes, each of which is at most 8.
        counts.fetched +=
            static_cast<std::uint32_t>(word_of(block.l2.fetched.data() + first, some) * each_byte >> 56);
    }
    return counts;
}

/// Number of the sectors that are requested from L2.
std::uint32_t l2_lookups_of(MemoryPath path, const SectorCounts& counts) {
    if (!asks_l2(path)) return 0;
    return is_served_by_l1(path) ? counts.all - counts.l1_hits : counts.all; // l1_hits is a subset of all
}

void add_counts(TrafficSums& sums, MemoryPath path, const SectorCounts& counts) {
    sums.sectors += counts.all;
    sums.l2_lookups += l2_lookups_of(path, counts);
    sums.l2_hits += counts.l2_hits;
    sums.fetched += counts.fetched;
    switch (path) {
    case MemoryPath::load:
    case MemoryPath::streaming_load:
    case MemoryPath::last_load:
    case MemoryPath::local_load:
        sums.l1_load_lookups += counts.all;
        sums.l1_load_hits += counts.l1_hits;
        break;
    case MemoryPath::store:
        sums.written_through += counts.all;
        [[fallthrough]];
    case MemoryPath::local_store:
        sums.l1_store_lookups += counts.all;
        sums.l1_store_hits += counts.l1_hits;
        break;
    case MemoryPath::bypassing_store:
        sums.written_through += counts.all;
        break;
    case MemoryPath::bypassing_load:
        sums.bypassing += counts.all;
        break;
    case MemoryPath::atomic:
        sums.atomics += counts.all;
        break;
    case MemoryPath::shared:
        break;
    }
}

void add_write_back(TrafficSums& sums, std::uint32_t sectors, std::uint32_t l2_hits,
                    const MissClasses& misses) {
    sums.written_back += sectors;
    sums.l2_lookups += sectors;
    sums.l2_hits += l2_hits;
    sums.l2_misses += misses;
}

RequestLevels levels_of(MemoryPath path, const SectorCounts& counts) {
    const bool in_l1 = looks_into_l1(path);
    return {static_cast<std::uint16_t>(in_l1 ? counts.l1_hits : 0),
            static_cast<std::uint16_t>(in_l1 ? counts.all : 0), static_cast<std::uint16_t>(counts.l2_hits),
            static_cast<std::uint16_t>(l2_lookups_of(path, counts))};
}

} // namespace

void TrafficTally::count(const PipelineBlock& block, Block& sums) const {
    const auto& entries = block.input.requests.entries;
    sums.sums.assign(block.input.intervals.size() * rows_.count(), {});
    sums.requests.assign(entries.size(), {});
    sums.sms.assign(block.input.sms, {});
    sums.pending.assign(rows_.instructions, {});
    sums.last = {};
    std::size_t request = 0;
    std::size_t next_back = 0;
    for (std::size_t interval = 0; interval < block.input.intervals.size(); ++interval) {
        const auto row = std::span(sums.sums).subspan(interval * rows_.count(), rows_.count());
        for (; request < block.input.intervals[interval].last_request; ++request) {
            count_request(block, request, row, sums);
            const std::size_t end = block.end_of_write_backs(request, next_back);
            for (; next_back < end; ++next_back)
                count_write_back(block, request, next_back, row, sums);
        }
        for (std::size_t i = 0; i < rows_.instructions; ++i) {
            add_pending(i, sums.pending[i], row);
            row[rows_.of_everything()] += row[rows_.of_instruction(i)];
        }
    }
}

void TrafficTally::count_request(const PipelineBlock& block, std::size_t request, std::span<TrafficSums> row,
                                 Block& sums) const {
    const std::uint32_t instruction = block.input.requests.entries[request].instruction;
    const MemoryPath path = paths_[instruction];
    const SectorCounts all = counts_of(block, request);
    std::uint16_t allocation = block.coalesced.allocations[request];
    sums.requests[request] = levels_of(path, all);
    SmWork& work = sums.sms[block.input.requests.entries[request].sm];
    ++work.requests;
    work.l1_lookups += sums.requests[request].l1_lookups;
    if (!block.reuse.lines.empty())
        count_misses(block, request, path, row, row[rows_.of_instruction(instruction)]);
    Pending& pending = sums.pending[instruction];
    if (allocation == CoalescedRequests::several_allocations) {
        count_parts(block, request, path, row);
        // Their sectors are counted in the row without allocation.
        allocation = CoalescedRequests::no_allocation;
    }
    if (allocation != pending.allocation) add_pending(instruction, pending, row);
    pending.allocation = allocation;
    pending.counts += all;
    ++pending.requests;
}

/// Adds the pending counts to the rows of the instruction and of the allocation, if there is one, and clears
/// them.
void TrafficTally::add_pending(std::size_t instruction, Pending& pending, std::span<TrafficSums> row) const {
    if (pending.requests == 0) return;
    const auto add_to = [&](TrafficSums& sums) {
        sums.requests += pending.requests;
        add_counts(sums, paths_[instruction], pending.counts);
    };
    add_to(row[rows_.of_instruction(instruction)]);
    if (pending.allocation != CoalescedRequests::no_allocation) add_to(row[pending.allocation]);
    pending = {};
}

/// Counts by allocation, if a request has lanes in several allocations or has no lines.
void TrafficTally::count_parts(const PipelineBlock& block, std::size_t request, MemoryPath path,
                               std::span<TrafficSums> row) const {
    std::vector<std::uint16_t> allocations;
    coalescer_.append_allocations(block.input.requests, request, allocations);
    for (const std::uint16_t allocation : allocations)
        ++row[allocation].requests;
    constexpr std::uint32_t none = ~std::uint32_t{0};
    // Allocation that requested the line first, for which fetched sectors are counted; may be none.
    std::uint32_t fetched = none;
    block.coalesced.for_each_part(request,
                                  [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
                                      const bool is_first = std::exchange(fetched, at) != at;
                                      if (allocation == CoalescedRequests::no_allocation) return;
                                      const LineOutcome line = block.outcome(at);
                                      SectorCounts counts = counts_of(line, sectors);
                                      if (is_first) counts.fetched = line.fetched;
                                      add_counts(row[allocation], path, counts);
                                  });
}

void TrafficTally::count_misses(const PipelineBlock& block, std::size_t request, MemoryPath path,
                                std::span<TrafficSums> row, TrafficSums& instruction) const {
    const bool in_l1 = looks_into_l1(path);
    const auto add = [&](TrafficSums& sums, std::uint32_t at, LineSectors sectors) {
        const LineReuse& reuse = block.reuse.lines[at];
        const LineOutcome line = block.outcome(at);
        if (in_l1) add_misses(sums.l1_misses, reuse.l1, sectors & ~unsigned{line.l1_hits});
        add_misses(sums.l2_misses, reuse.l2, sectors & line.to_l2 & ~unsigned{line.l2_hits});
    };
    for (std::uint32_t at = block.coalesced.first_line[request]; at < block.coalesced.first_line[request + 1];
         ++at)
        add(instruction, at, block.coalesced.sectors[at]);
    block.coalesced.for_each_part(request,
                                  [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
                                      if (allocation != CoalescedRequests::no_allocation)
                                          add(row[allocation], at, sectors);
                                  });
}

void TrafficTally::count_write_back(const PipelineBlock& block, std::size_t request, std::size_t index,
                                    std::span<TrafficSums> row, Block& sums) const {
    const WriteBack& back = block.l1.write_backs[index];
    MissClasses misses;
    if (!block.reuse.write_backs.empty())
        add_misses(misses, block.reuse.write_backs[index],
                   back.sectors & ~unsigned{block.l2.write_back_hits[index]});
    const std::uint32_t sectors = sector_count(back.sectors);
    const std::uint32_t l2_hits = sector_count(block.l2.write_back_hits[index]);
    add_write_back(row[rows_.of_everything()], sectors, l2_hits, misses);
    RequestLevels& levels = sums.requests[request];
    levels.l2_lookups = static_cast<std::uint16_t>(levels.l2_lookups + sectors);
    levels.l2_hits = static_cast<std::uint16_t>(levels.l2_hits + l2_hits);
    const auto& requests = block.input.requests;
    const std::uint16_t owner = coalescer_.owner_of(
        coalescer_.address_of(back.line) +
            static_cast<unsigned>(std::countr_zero(back.sectors)) * Coalescer::sector_bytes,
        requests.first_request.value + request, requests.entries[request].launch, sums.last);
    if (owner != CoalescedRequests::no_allocation) add_write_back(row[owner], sectors, l2_hits, misses);
}

} // namespace hitmap
