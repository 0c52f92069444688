#include "core/analysis/simt/compaction.h"

#include <algorithm>

namespace hitmap {

void Compaction::add(Sums& to, const Sums& more) {
    for (const auto& [block, executions] : more) {
        auto place = std::ranges::lower_bound(to, block, {}, &Sums::value_type::first);
        if (place == to.end() || place->first != block) place = to.insert(place, {block, 0});
        place->second += executions;
    }
}

Compaction::Sums Compaction::count(const Sequences& lanes) const {
    Sums sums;
    sums.reserve(lanes.size());
    for (const auto& [block, counts] : lanes) {
        std::uint64_t executions = 0;
        for (const std::uint32_t active : counts)
            executions += (std::uint64_t{active} + warp_lanes_ - 1) / warp_lanes_;
        sums.emplace_back(block, executions);
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

void Compaction::end(std::uint32_t launch, std::uint32_t sm, std::uint64_t number,
                     const LaneSequences<std::uint8_t>& lanes) {
    Sequences wide;
    wide.reserve(lanes.size());
    for (const auto& [block, counts] : lanes)
        wide.emplace_back(block, std::vector<std::uint32_t>(counts.begin(), counts.end()));
    put(running_[launch][sm], 0, number, std::move(wide));
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

void Compaction::end_launch(std::uint32_t launch) {
    Sequences all;
    std::uint64_t warps = 0;
    for (auto& [number, sm] : running_[launch]) {
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
    running_.erase(launch);
}

CompactionRow Compaction::row(CompactionScope scope, std::uint64_t warps, const Sums& sums) const {
    CompactionRow row{scope, warps, {}, {}};
    const auto count_block = [](CompactionSums& to, std::uint64_t executions, std::uint64_t instructions) {
        to.executions += executions;
        to.instructions += executions * instructions;
    };
    for (const auto& [block, executions] : sums) {
        const BasicBlock& of = blocks_[block];
        count_block(row.blocks, executions, of.instructions);
        if (of.entry == BlockEntry::function) count_block(row.calls, executions, of.instructions);
    }
    return row;
}

std::vector<const Compaction::Sums*> Compaction::sums_of_rows() const {
    std::vector<const Sums*> sums;
    for (std::size_t size = 0; size < sizes_.size(); ++size)
        if (size == 0 || std::uint64_t{1} << size < most_of_sm_) sums.push_back(&sizes_[size]);
    if (sums.empty()) return sums;
    sums.push_back(&largest_);
    sums.push_back(&launches_);
    return sums;
}

std::vector<CompactionRow> Compaction::rows() const {
    const std::vector<const Sums*> sums = sums_of_rows();
    std::vector<CompactionRow> rows;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (i + 1 == sums.size())
            rows.push_back(row(CompactionScope::launch, most_of_launch_, *sums[i]));
        else if (i + 2 == sums.size())
            rows.push_back(row(CompactionScope::sm, most_of_sm_, *sums[i]));
        else
            rows.push_back(row(CompactionScope::window, std::uint64_t{1} << i, *sums[i]));
    }
    return rows;
}

std::vector<BlockCompaction> Compaction::rows_of_blocks() const {
    std::vector<BlockCompaction> blocks;
    const std::vector<const Sums*> sums = sums_of_rows();
    // Every block that was executed is in all of them.
    for (std::size_t i = 0; i < launches_.size() && !sums.empty(); ++i) {
        BlockCompaction& block = blocks.emplace_back(BlockCompaction{launches_[i].first, {}});
        for (const Sums* const of_row : sums)
            block.executions.push_back((*of_row)[i].second);
    }
    return blocks;
}

} // namespace hitmap
