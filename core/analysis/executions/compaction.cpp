#include "core/analysis/executions/compaction.h"

#include <algorithm>

namespace hitmap {

void Compaction::add(Sums& to, const Sums& more) {
    for (const auto kind : {&Sums::calls, &Sums::blocks}) {
        (to.*kind).executions += (more.*kind).executions;
        (to.*kind).instructions += (more.*kind).instructions;
    }
}

Compaction::Sums Compaction::count(const Sequences& lanes) const {
    Sums sums;
    for (const auto& [block, counts] : lanes) {
        CompactionSums of_block;
        for (const std::uint32_t active : counts)
            of_block.executions += (std::uint64_t{active} + warp_size - 1) / warp_size;
        of_block.instructions = of_block.executions * blocks_[block].instructions;
        add(sums, {blocks_[block].entry == BlockEntry::function ? of_block : CompactionSums(), of_block});
    }
    return sums;
}

void Compaction::merge(Sequences& into, const Sequences& more) {
    for (const auto& [block, counts] : more) {
        std::vector<std::uint32_t>& sums = sequence_of(into, block);
        if (sums.size() < counts.size()) sums.resize(counts.size());
        for (std::size_t k = 0; k < counts.size(); ++k)
            sums[k] += counts[k];
    }
}

void Compaction::put(Sm& sm, unsigned size, std::uint64_t number, Sequences lanes) {
    while (true) {
        if (sm.sizes.size() <= size) sm.sizes.resize(size + 1);
        add(sm.sizes[size], count(lanes));
        const auto other = sm.halves.find({size, number ^ 1});
        if (other == sm.halves.end()) break;
        merge(lanes, other->second);
        sm.halves.erase(other);
        ++size;
        number /= 2;
    }
    sm.halves.emplace(std::pair(size, number), std::move(lanes));
}

void Compaction::end(std::uint32_t sm, std::uint64_t number, const LaneSequences<std::uint8_t>& lanes) {
    Sequences wide;
    wide.reserve(lanes.size());
    for (const auto& [block, counts] : lanes)
        wide.emplace_back(block, std::vector<std::uint32_t>(counts.begin(), counts.end()));
    put(sms_[sm], 0, number, std::move(wide));
}

/// Makes the last windows of each size, which have less warps, and returns the one of all warps.
Compaction::Sequences Compaction::whole(Sm& sm) {
    while (sm.halves.size() > 1) {
        auto half = sm.halves.extract(sm.halves.begin()); // the smallest one; its other half has no warps
        const auto [size, number] = half.key();
        put(sm, size + 1, number / 2, std::move(half.mapped()));
    }
    return sm.halves.empty() ? Sequences() : std::move(sm.halves.begin()->second);
}

void Compaction::end_launch() {
    Sequences all;
    std::uint64_t warps = 0;
    for (auto& [number, sm] : sms_) {
        warps += sm.warps;
        most_of_sm_ = std::max(most_of_sm_, sm.warps);
        const Sequences of_sm = whole(sm);
        merge(all, of_sm);
        if (sm.sizes.empty()) continue;
        for (std::size_t size = sizes_.size(); size < sm.sizes.size(); ++size)
            sizes_.push_back(largest_); // launches before this one had no windows of this size
        for (std::size_t size = 0; size < sizes_.size(); ++size)
            add(sizes_[size], sm.sizes[std::min(size, sm.sizes.size() - 1)]);
        add(largest_, sm.sizes.back());
    }
    add(launches_, count(all));
    most_of_launch_ = std::max(most_of_launch_, warps);
    sms_.clear();
}

std::vector<CompactionRow> Compaction::rows() const {
    std::vector<CompactionRow> rows;
    for (std::size_t size = 0; size < sizes_.size(); ++size)
        if (size == 0 || std::uint64_t{1} << size < most_of_sm_)
            rows.push_back(
                {CompactionScope::window, std::uint64_t{1} << size, sizes_[size].calls, sizes_[size].blocks});
    if (rows.empty()) return rows;
    rows.push_back({CompactionScope::sm, most_of_sm_, largest_.calls, largest_.blocks});
    rows.push_back({CompactionScope::launch, most_of_launch_, launches_.calls, launches_.blocks});
    return rows;
}

} // namespace hitmap
