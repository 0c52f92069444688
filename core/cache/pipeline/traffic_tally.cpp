#include "core/cache/pipeline/traffic_tally.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

/// `Classes`: MissClasses or RequestMisses.
template <class Classes>
void add_misses(Classes& classes, const ReuseInformation& reuse, unsigned missed) {
    using Count = decltype(classes.cold);
    const auto add = [&](Count& sum, unsigned of) {
        sum = static_cast<Count>(sum + static_cast<Count>(std::popcount(of & missed)));
    };
    add(classes.cold, reuse.cold);
    add(classes.conflict, reuse.within);
    add(classes.capacity, ~static_cast<unsigned>(reuse.cold | reuse.within));
}

std::uint32_t sector_count(LineSectors sectors) {
    return static_cast<std::uint32_t>(std::popcount(sectors));
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

/// Adds the sectors of one line that a request counts.
void add_line(RequestTraffic& traffic, const PipelineBlock& block, MemoryPath path, std::uint32_t at,
              LineSectors sectors) {
    const LineOutcome line = block.outcome(at);
    const auto add = [&](std::uint16_t& sum, unsigned of) {
        sum = static_cast<std::uint16_t>(sum + std::popcount(of & unsigned{sectors}));
    };
    const bool in_l1 = looks_into_l1(path);
    add(traffic.sectors, sectors);
    add(traffic.levels.l2_lookups, line.to_l2);
    add(traffic.levels.l2_hits, line.l2_hits);
    if (in_l1) {
        add(traffic.levels.l1_lookups, sectors);
        add(traffic.levels.l1_hits, line.l1_hits);
    }
    if (block.reuse.lines.empty()) return;
    const LineReuse& reuse = block.reuse.lines[at];
    if (in_l1) add_misses(traffic.l1_misses, reuse.l1, sectors & ~unsigned{line.l1_hits});
    add_misses(traffic.l2_misses, reuse.l2, sectors & line.to_l2 & ~unsigned{line.l2_hits});
}

} // namespace

void TrafficTally::count_requests(const PipelineBlock& block, const CountedParts& counted,
                                  std::vector<RequestTraffic>& traffic) const {
    const auto& entries = block.input.requests.entries;
    traffic.assign(entries.size(), {});
    constexpr std::uint32_t none = ~std::uint32_t{0};
    for (std::size_t request = 0; request < entries.size(); ++request) {
        const std::uint32_t instruction = entries[request].instruction;
        if (!counted.counts_instruction(instruction)) continue;
        std::uint32_t fetched = none; // the last line whose fetched sectors are counted
        const auto add = [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
            const bool is_first = std::exchange(fetched, at) != at;
            if (!counted.allocations.empty() &&
                (allocation == CoalescedRequests::no_allocation || !counted.counts_allocation(allocation)))
                return;
            add_line(traffic[request], block, paths_[instruction], at, sectors);
            if (is_first)
                traffic[request].fetched =
                    static_cast<std::uint16_t>(traffic[request].fetched + block.l2.fetched[at]);
        };
        if (!counted.allocations.empty()) {
            block.coalesced.for_each_part(request, add);
            continue;
        }
        // Lanes of several allocations may access one sector, which counts once.
        for (std::uint32_t at = block.coalesced.first_line[request];
             at < block.coalesced.first_line[request + 1]; ++at)
            add(CoalescedRequests::no_allocation, at, block.coalesced.sectors[at]);
    }
}

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
