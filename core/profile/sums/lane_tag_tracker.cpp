#include "core/profile/sums/lane_tag_tracker.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint64_t key_of(std::uint32_t launch, std::uint32_t warp) {
    return std::uint64_t{launch} << 32 | warp;
}

/// The number of recent warps is 2 to this power: about as many as work at the same time on a large GPU.
constexpr unsigned recent_bits = 12;

} // namespace

LaneTagTracker::LaneTagTracker(std::span<const LaneTagRun> tags,
                               const std::function<std::uint32_t(const LaneTag&)>& number_of)
    : recent_(std::size_t{1} << recent_bits) {
    changes_.reserve(tags.size());
    for (const LaneTagRun& run : tags) {
        const auto next = static_cast<std::uint32_t>(warps_.size());
        const auto [place, is_new] = warp_numbers_.try_emplace(key_of(run.launch, run.warp), next);
        if (is_new) {
            Warp& warp = warps_.emplace_back();
            warp.number = next;
            warp.lanes.fill(none);
        }
        // No recording has as many requests as would not fit.
        const std::uint64_t request = std::min(run.first_request.value, ~std::uint64_t{0} / warp_size);
        changes_.push_back({request * warp_size + run.lane % warp_size, place->second, number_of(run.tag)});
    }
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& a, const Change& b) { return a.first_request() < b.first_request(); });
}

const LaneTagTracker::Warp* LaneTagTracker::at(std::uint64_t request, const RequestBlock::Entry& entry) {
    for (; next_change_ < changes_.size() && changes_[next_change_].first_request() <= request;
         ++next_change_) {
        const Change& change = changes_[next_change_];
        warps_[change.warp].lanes[change.lane()] = change.number;
    }
    const std::uint64_t key = key_of(entry.launch, entry.warp);
    // Fibonacci hashing (Knuth, vol. 3, 6.4)
    Recent& recent = recent_[key * 0x9e3779b97f4a7c15ULL >> (64 - recent_bits)];
    if (recent.warp != none && recent.key == key) return &warps_[recent.warp];
    const auto found = warp_numbers_.find(key);
    if (found == warp_numbers_.end()) return nullptr;
    recent = {key, found->second};
    return &warps_[found->second];
}

} // namespace hitmap
