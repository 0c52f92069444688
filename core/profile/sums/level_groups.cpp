#include "core/profile/sums/level_groups.h"

#include "core/cache/results/access_outcome.h"

#include <algorithm>

namespace hitmap {

LevelGroups LevelGroups::by_frame(const RecordingInfo& info, std::uint64_t q) {
    LevelGroups groups(By::frame, q);
    groups.positions_ = info.positions();
    groups.counts_requests_ = info.axis_is_requests();
    return groups;
}

LevelGroups LevelGroups::by_sm(std::uint32_t sm_count) {
    return {By::sm, sm_count};
}

LevelGroups LevelGroups::by_launch(std::uint32_t launch_count) {
    return {By::launch, launch_count};
}

void LevelGroups::add_to(std::uint64_t group, const RequestLevels& levels) {
    if (group >= groups_.size()) groups_.resize(group + 1);
    auto& [l1, l2] = groups_[group];
    l1.hits += std::uint64_t{levels.l1_hits} * hit_unit;
    l1.lookups += levels.l1_lookups;
    l2.hits += std::uint64_t{levels.l2_hits} * hit_unit;
    l2.lookups += levels.l2_lookups;
}

/// Positions must not decrease.
std::uint64_t LevelGroups::frame_at(std::uint64_t position) {
    if (position < window_.last) return frame_;
    frame_ = frame_of(positions_, groups_.size(), std::min(position, positions_ - 1));
    window_ = frame_window(positions_, groups_.size(), frame_);
    return frame_;
}

void LevelGroups::add(const RequestView& block, std::span<const RequestLevels> levels,
                      std::span<const ElementAccess> accesses, std::uint64_t first_position) {
    std::size_t before = 0; // number of accesses before the request
    for (std::size_t i = 0; i < levels.size(); ++i) {
        while (before < accesses.size() && accesses[before].entry < i)
            ++before;
        if (by_ != By::frame) {
            add_to(by_ == By::sm ? block.entries[i].sm : block.entries[i].launch, levels[i]);
            continue;
        }
        const std::uint64_t position =
            counts_requests_ ? block.first_request.value + i : first_position + before;
        if (positions_ != 0)
            add_to(frame_at(position), levels[i]);
        else
            later_.push_back({position, levels[i]});
    }
}

const std::vector<LevelPair>& LevelGroups::groups(const RecordingInfo& info) {
    if (by_ != By::frame) return groups_;
    positions_ = info.positions();
    for (std::size_t i = 0; i < later_.size() && positions_ != 0; ++i)
        add_to(frame_at(info.axis_is_requests() ? i : later_[i].position), later_[i].levels);
    later_.clear();
    return groups_;
}

} // namespace hitmap
