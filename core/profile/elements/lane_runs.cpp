#include "core/profile/elements/lane_runs.h"

#include "core/base/error.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

auto lane_of(const LaneTagRun& run) {
    return std::tuple(run.launch, run.warp, run.lane);
}

} // namespace

LaneRuns::LaneRuns(std::vector<LaneTagRun> tags, std::span<const LaunchRequests> launches)
    : tags_(std::move(tags)) {
    if (tags_.size() > std::numeric_limits<std::uint32_t>::max())
        throw Error("the recording has more lane tags than are supported");
    by_pixel_.resize(tags_.size());
    std::iota(by_pixel_.begin(), by_pixel_.end(), 0U);
    std::sort(by_pixel_.begin(), by_pixel_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t i) {
            return std::tuple(tags_[i].tag.work_item, tags_[i].first_request.value, i);
        };
        return key(a) < key(b);
    });
    for (const LaunchRequests& launch : launches)
        launch_ends_.push_back(launch.end);
}

LaneRun LaneRuns::run(std::size_t tag) const {
    const LaneTagRun& from = tags_[tag];
    const bool has_next = tag + 1 < tags_.size() && lane_of(tags_[tag + 1]) == lane_of(from);
    const std::uint64_t end_of_launch = from.launch < launch_ends_.size() ? launch_ends_[from.launch] : 0;
    return {from.first_request.value,
            has_next ? tags_[tag + 1].first_request.value : end_of_launch,
            from.launch,
            from.warp,
            from.lane,
            from.tag};
}

std::vector<LaneRun> LaneRuns::of_pixel(std::uint32_t pixel) const {
    const auto pixel_of = [&](std::uint32_t i) { return tags_[i].tag.work_item; };
    auto at = std::partition_point(by_pixel_.begin(), by_pixel_.end(),
                                   [&](std::uint32_t i) { return pixel_of(i) < pixel; });
    std::vector<LaneRun> runs;
    for (; at != by_pixel_.end() && pixel_of(*at) == pixel; ++at)
        if (const LaneRun found = run(*at); found.first_request < found.last_request) runs.push_back(found);
    return runs;
}

std::optional<LaneTag> LaneRuns::tag_at(std::uint64_t request, std::uint32_t launch, std::uint32_t warp,
                                        std::uint8_t lane) const {
    const auto key = std::tuple(launch, warp, lane, request);
    const auto behind = std::partition_point(tags_.begin(), tags_.end(), [&](const LaneTagRun& each) {
        return std::tuple(each.launch, each.warp, each.lane, each.first_request.value) <= key;
    });
    if (behind == tags_.begin()) return std::nullopt;
    const LaneTagRun& found = *std::prev(behind);
    if (lane_of(found) != std::tuple(launch, warp, lane)) return std::nullopt;
    return found.tag;
}

std::uint64_t LaneRuns::memory_bytes() const {
    return tags_.capacity() * sizeof(LaneTagRun) + by_pixel_.capacity() * sizeof(std::uint32_t);
}

} // namespace hitmap
