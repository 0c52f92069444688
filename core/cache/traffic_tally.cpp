#include "core/cache/traffic_tally.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

void add_misses(MissClasses& classes, const SectorFates& fates, unsigned missed) {
    const auto count = [&](unsigned of) { return static_cast<std::uint64_t>(std::popcount(of & missed)); };
    classes.cold += count(fates.cold);
    classes.conflict += count(fates.within);
    classes.capacity += count(~static_cast<unsigned>(fates.cold | fates.within));
}

/// Adds sectors of one line on one path. `reuse` may be null.
void add_sectors(TrafficSums& sums, MemoryPath path, const LineRequest& line, const LineReuse* reuse,
                 LineSectors sectors) {
    if (reuse != nullptr) {
        if (looks_into_l1(path)) add_misses(sums.l1_misses, reuse->l1, sectors & ~unsigned{line.l1_hits});
        add_misses(sums.l2_misses, reuse->l2, sectors & sectors_for_l2(path, line) & ~unsigned{line.l2_hits});
    }
    const auto count = [&](LineSectors of) {
        return static_cast<std::uint64_t>(std::popcount(static_cast<LineSectors>(of & sectors)));
    };
    const std::uint64_t all = count(sectors);
    sums.sectors += all;
    sums.l2_lookups += count(sectors_for_l2(path, line));
    sums.l2_hits += count(line.l2_hits);
    switch (path) {
    case MemoryPath::load:
    case MemoryPath::streaming_load:
    case MemoryPath::last_load:
    case MemoryPath::local_load:
        sums.l1_load_lookups += all;
        sums.l1_load_hits += count(line.l1_hits);
        break;
    case MemoryPath::store:
        sums.written_through += all;
        [[fallthrough]];
    case MemoryPath::local_store:
        sums.l1_store_lookups += all;
        sums.l1_store_hits += count(line.l1_hits);
        break;
    case MemoryPath::bypassing_load:
        sums.bypassing += all;
        break;
    case MemoryPath::atomic:
        sums.atomics += all;
        break;
    case MemoryPath::shared:
        break;
    }
}

} // namespace

void TrafficTally::count(const PipelineBlock& block, Block& sums) const {
    const auto& entries = block.block.requests.entries;
    sums.total = {};
    sums.instructions.assign(paths_.size(), {});
    sums.allocations.assign(block.block.intervals.size() * allocations_, {});
    sums.requests.assign(entries.size(), {});
    std::size_t request = 0;
    std::size_t next_back = 0;
    for (std::size_t interval = 0; interval < block.block.intervals.size(); ++interval) {
        const auto row = std::span(sums.allocations).subspan(interval * allocations_, allocations_);
        for (; request < block.block.intervals[interval].last_request; ++request) {
            count_request(block, request, row, sums);
            for (; next_back < block.write_backs.size() &&
                   block.write_backs[next_back].evicted_by < block.coalesced.first_line[request + 1];
                 ++next_back)
                count_write_back(block, request, next_back, row, sums);
        }
    }
    for (const TrafficSums& instruction : sums.instructions)
        sums.total += instruction;
}

void TrafficTally::count_request(const PipelineBlock& block, std::size_t request, std::span<TrafficSums> row,
                                 Block& sums) const {
    const auto& entry = block.block.requests.entries[request];
    const MemoryPath path = paths_[entry.instruction];
    if (path == MemoryPath::shared) {
        ++sums.instructions[entry.instruction].requests;
        std::vector<std::uint16_t> allocations;
        coalescer_.append_allocations(block.block.requests, request, allocations);
        for (const std::uint16_t allocation : allocations)
            ++row[allocation].requests;
        return;
    }
    TrafficSums all;
    std::uint16_t counted = LineRequest::no_allocation; // the last allocation that knows of the request
    bool one_allocation = true;
    const LineRequest* line_counted = nullptr;
    const LineRequest* const lines = block.coalesced.lines.data();
    block.coalesced.for_each_part(
        request, [&](std::uint16_t allocation, const LineRequest& line, LineSectors sectors) {
            const LineReuse* const reuse =
                block.reuse.empty() ? nullptr : &block.reuse[static_cast<std::size_t>(&line - lines)];
            if (&line != line_counted) {
                add_sectors(all, path, line, reuse, line.sectors);
                all.fetched += line.fetched;
            }
            if (allocation != LineRequest::no_allocation) {
                TrafficSums& sum = row[allocation];
                add_sectors(sum, path, line, reuse, sectors);
                if (&line != line_counted) sum.fetched += line.fetched;
                if (counted != allocation) {
                    one_allocation = one_allocation && counted == LineRequest::no_allocation;
                    counted = allocation;
                }
            }
            line_counted = &line;
        });
    all.requests = 1;
    sums.instructions[entry.instruction] += all;
    sums.requests[request] = {
        static_cast<std::uint16_t>(all.l1_hits()), static_cast<std::uint16_t>(all.l1_lookups()),
        static_cast<std::uint16_t>(all.l2_hits), static_cast<std::uint16_t>(all.l2_lookups)};
    if (one_allocation) {
        if (counted != LineRequest::no_allocation) ++row[counted].requests;
        return;
    }
    std::vector<std::uint16_t> allocations;
    coalescer_.append_allocations(block.block.requests, request, allocations);
    for (const std::uint16_t allocation : allocations)
        ++row[allocation].requests;
}

void TrafficTally::count_write_back(const PipelineBlock& block, std::size_t request, std::size_t index,
                                    std::span<TrafficSums> row, Block& sums) const {
    const WriteBack& back = block.write_backs[index];
    TrafficSums written;
    if (!block.write_back_reuse.empty())
        add_misses(written.l2_misses, block.write_back_reuse[index], back.sectors & ~unsigned{back.l2_hits});
    written.written_back = static_cast<std::uint64_t>(std::popcount(back.sectors));
    written.l2_lookups = written.written_back;
    written.l2_hits = static_cast<std::uint64_t>(std::popcount(back.l2_hits));
    sums.total += written;
    RequestLevels& levels = sums.requests[request];
    levels.l2_lookups = static_cast<std::uint16_t>(levels.l2_lookups + written.l2_lookups);
    levels.l2_hits = static_cast<std::uint16_t>(levels.l2_hits + written.l2_hits);
    const auto& requests = block.block.requests;
    const std::uint16_t holder =
        coalescer_.holder_of(coalescer_.address_of(back.line), requests.first_request.value + request,
                             requests.entries[request].launch);
    if (holder != LineRequest::no_allocation) row[holder] += written;
}

} // namespace hitmap
