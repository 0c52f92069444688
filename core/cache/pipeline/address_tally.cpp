#include "core/cache/pipeline/address_tally.h"

#include "core/cache/pipeline/sector_counts.h"

#include <bit>

namespace hitmap {

namespace {

std::uint64_t number_of(unsigned sectors) {
    return static_cast<std::uint64_t>(std::popcount(sectors));
}

MissClasses classes_of(const ReuseInformation& reuse, unsigned missed) {
    return {number_of(missed & reuse.cold),
            number_of(missed & ~static_cast<unsigned>(reuse.cold | reuse.within)),
            number_of(missed & reuse.within)};
}

AddressSums sums_of(const PipelineBlock& block, std::uint32_t line, MemoryPath path, LineSectors sectors) {
    const LineOutcome outcome = block.outcome(line);
    const bool in_l1 = looks_into_l1(path);
    AddressSums sums;
    sums.sectors = number_of(sectors);
    sums.l1_lookups = in_l1 ? sums.sectors : 0;
    sums.l1_hits = in_l1 ? number_of(sectors & unsigned{outcome.l1_hits}) : 0;
    sums.l2_lookups = number_of(sectors & unsigned{outcome.to_l2});
    sums.l2_hits = number_of(sectors & unsigned{outcome.l2_hits});
    if (block.reuse.lines.empty()) return sums;
    const LineReuse& reuse = block.reuse.lines[line];
    if (in_l1) sums.l1_misses = classes_of(reuse.l1, sectors & ~unsigned{outcome.l1_hits});
    sums.l2_misses = classes_of(reuse.l2, sectors & outcome.to_l2 & ~unsigned{outcome.l2_hits});
    return sums;
}

} // namespace

void AddressTally::add(const PipelineBlock& block, const JobContext& job) {
    const RequestView& requests = block.input.requests;
    const auto& accesses = block.input.accesses;
    std::size_t next = 0;
    for (std::size_t i = 0; i < requests.entries.size(); ++i) {
        if (i % 1024 == 0) job.check();
        const std::uint64_t position = counts_requests_ ? requests.first_request.value + i : accesses_ + next;
        while (next < accesses.size() && accesses[next].entry == i)
            ++next;
        for (AddressMap& map : maps_)
            if (map.contains(position)) add_request(block, i, position, map);
    }
    accesses_ += accesses.size();
}

void AddressTally::add_request(const PipelineBlock& block, std::size_t request, std::uint64_t position,
                               AddressMap& map) const {
    const std::uint64_t interval = map.interval_of(position);
    const MemoryPath path = paths_[block.input.requests.entries[request].instruction];
    block.coalesced.for_each_part(
        request, [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
            const AddressSums sums = sums_of(block, at, path, sectors);
            if (allocation == CoalescedRequests::no_allocation) {
                map.sectors_outside += sums.sectors;
                return;
            }
            const auto row = map.axis().find(allocation, coalescer_.address_of(block.coalesced.numbers[at]));
            if (row) map.cell(*row, interval) += sums;
        });
}

} // namespace hitmap
