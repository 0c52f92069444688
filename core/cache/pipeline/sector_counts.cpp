#include "core/cache/pipeline/sector_counts.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

std::uint32_t count_sectors(LineSectors sectors) {
    return static_cast<std::uint32_t>(std::popcount(sectors));
}

} // namespace

SectorCounts& operator+=(SectorCounts& counts, const SectorCounts& more) {
    counts.all += more.all;
    counts.l1_hits += more.l1_hits;
    counts.l2_hits += more.l2_hits;
    counts.fetched += more.fetched;
    return counts;
}

SectorCounts counts_of(const LineOutcome& line, LineSectors sectors) {
    const auto of_these = [&](LineSectors some) {
        return count_sectors(static_cast<LineSectors>(some & sectors));
    };
    return {count_sectors(sectors), of_these(line.l1_hits), of_these(line.l2_hits), 0};
}

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

} // namespace hitmap
