#include "core/cache/pipeline/lane_levels.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

MissReason reason_of(const ReuseInformation& reuse, unsigned missed) {
    const unsigned first = missed & ~(missed - 1);
    if ((reuse.cold & first) != 0) return MissReason::cold;
    return (reuse.within & first) != 0 ? MissReason::conflict : MissReason::capacity;
}

void note_miss(MissReason& reason, const ReuseInformation& reuse, unsigned missed) {
    if (missed != 0 && reason == MissReason::none) reason = reason_of(reuse, missed);
}

} // namespace

void LaneLevels::give(const PipelineBlock& block, LaneLevelSink& sink, const JobContext& job) {
    const RequestView& requests = block.input.requests;
    for (std::size_t i = 0; i < requests.entries.size(); ++i) {
        if (i % 1024 == 0) job.check();
        const std::uint32_t lanes = sink.lanes_of(requests, i) & requests.entries[i].mask;
        if (lanes == 0) continue;
        find(block, i);
        levels_.clear();
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
            levels_.push_back(by_lane_[static_cast<std::size_t>(std::countr_zero(rest))]);
        sink.add(levels_);
    }
}

/// Fills by_lane_ for the active lanes of a request.
void LaneLevels::find(const PipelineBlock& block, std::size_t request) {
    by_lane_.fill({});
    sectors_.clear();
    coalescer_.append_lane_sectors(block.input.requests, request, sectors_);
    const auto lines = block.coalesced.numbers_of(request);
    const MemoryPath path = paths_[block.input.requests.entries[request].instruction];
    for (const LaneSectors& each : sectors_) {
        const auto at = std::lower_bound(lines.begin(), lines.end(), each.line);
        if (at == lines.end() || *at != each.line) continue; // addresses that wrap around
        add(block, block.coalesced.first_line[request] + static_cast<std::size_t>(at - lines.begin()),
            each.sectors, path, by_lane_[each.lane]);
    }
}

void LaneLevels::add(const PipelineBlock& block, std::size_t line, LineSectors sectors, MemoryPath path,
                     LaneLevel& level) const {
    const LineOutcome outcome = block.outcome(line);
    const unsigned in_l2 = sectors & outcome.to_l2;
    const unsigned l2_missed = in_l2 & ~unsigned{outcome.l2_hits};
    const ServedBy served = l2_missed != 0 ? ServedBy::dram : in_l2 != 0 ? ServedBy::l2 : ServedBy::l1;
    level.served = std::max(level.served, served);
    if (block.reuse.lines.empty()) return;
    const LineReuse& reuse = block.reuse.lines[line];
    if (looks_into_l1(path)) note_miss(level.l1_miss, reuse.l1, sectors & ~unsigned{outcome.l1_hits});
    note_miss(level.l2_miss, reuse.l2, l2_missed);
}

} // namespace hitmap
