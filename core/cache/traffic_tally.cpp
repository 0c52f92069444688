#include "core/cache/traffic_tally.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

/// Adds sectors of one line on one path.
void add_sectors(TrafficSums& sums, MemoryPath path, const LineRequest& line, LineSectors sectors) {
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
                count_write_back(block, request, block.write_backs[next_back], row, sums);
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
    block.coalesced.for_each_part(
        request, [&](std::uint16_t allocation, const LineRequest& line, LineSectors sectors) {
            if (&line != line_counted) {
                add_sectors(all, path, line, line.sectors);
                all.fetched += line.fetched;
            }
            if (allocation != LineRequest::no_allocation) {
                TrafficSums& sum = row[allocation];
                add_sectors(sum, path, line, sectors);
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

void TrafficTally::count_write_back(const PipelineBlock& block, std::size_t request, const WriteBack& back,
                                    std::span<TrafficSums> row, Block& sums) const {
    TrafficSums written;
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
