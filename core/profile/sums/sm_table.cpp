#include "core/profile/sums/sm_table.h"

#include <algorithm>

namespace hitmap {

SmSums& SmSums::operator+=(const SmSums& more) {
    requests += more.requests;
    l1_hits += more.l1_hits;
    l1_lookups += more.l1_lookups;
    l2_hits += more.l2_hits;
    l2_lookups += more.l2_lookups;
    return *this;
}

SmSums SmTable::sum(std::size_t sm, TimeWindow window) const {
    SmSums sums;
    for (std::uint64_t i = 0; i < intervals_; ++i) {
        const TimeWindow each = this->window(i);
        if (each.first < window.last && window.first < each.last) sums += cells_[sm][i];
    }
    return sums;
}

std::uint64_t SmTable::memory_bytes() const {
    return cells_.size() * intervals_ * sizeof(SmSums);
}

SmTableBuilder::SmTableBuilder(const RecordingInfo& info)
    : sm_count_(info.device.sm_count), counts_requests_(info.axis_is_requests()) {
    // All positions of a recording whose number is not known are in the last interval.
    table_.positions_ = std::max<std::uint64_t>(1, info.positions());
    const std::uint64_t sms = sm_count_ != 0 ? sm_count_ : RecordingLimits::sms;
    table_.intervals_ = std::min(
        {SmTable::most_intervals, std::max<std::uint64_t>(1, SmTable::most_cells / sms), table_.positions_});
    interval_end_ = table_.window(0).last;
}

SmSums& SmTableBuilder::cell(std::uint32_t sm, std::uint64_t position) {
    while (position >= interval_end_ && interval_ + 1 < table_.intervals_)
        interval_end_ = table_.window(++interval_).last;
    if (sm >= table_.cells_.size()) table_.cells_.resize(sm + std::size_t{1});
    auto& cells = table_.cells_[sm];
    if (cells.empty()) cells.resize(table_.intervals_);
    return cells[interval_];
}

SmTable SmTableBuilder::finish() {
    table_.cells_.resize(std::max<std::size_t>(table_.cells_.size(), sm_count_));
    for (auto& cells : table_.cells_)
        cells.resize(table_.intervals_); // SMs without requests are idle
    return std::move(table_);
}

void SmTableBuilder::add(const RequestView& block, std::span<const RequestLevels> levels,
                         std::span<const ElementAccess> accesses, std::uint64_t first_position) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        const std::uint64_t request = block.first_request.value + i;
        SmSums& sums = cell(block.entries[i].sm, counts_requests_ ? request : first_position + next);
        while (next < accesses.size() && accesses[next].entry == i)
            ++next;
        sums += {1, std::uint64_t{levels[i].l1_hits} * hit_unit, levels[i].l1_lookups,
                 std::uint64_t{levels[i].l2_hits} * hit_unit, levels[i].l2_lookups};
    }
}

void SmTableBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                         const AccessOutcomes& outcomes) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        SmSums* sums = &cell(block.entries[i].sm, position_);
        ++sums->requests;
        for (; next < accesses.size() && accesses[next].entry == i; ++next, ++position_) {
            if (position_ >= interval_end_) sums = &cell(block.entries[i].sm, position_);
            const AccessOutcome* const outcome = outcomes[next];
            if (outcome == nullptr) continue;
            *sums += {0, outcome->l1_hits, outcome->l1_lookups, outcome->l2_hits, outcome->l2_lookups};
        }
    }
}

} // namespace hitmap
