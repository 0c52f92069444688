#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/results/local_sectors.h"
#include "core/profile/filter/lane_tag_tracker.h"
#include "core/profile/sums/stack_traffic.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Whether any instruction accesses local memory.
[[nodiscard]] bool has_local_memory(const RecordingInfo& info);

/// Makes a StackTraffic of what the hierarchy model says. A sector belongs to the lanes that ask for it. What
/// L1 writes back belongs to the lanes whose words were written to it since it was last clean, whoever took
/// its place.
class StackTrafficBuilder final : public LocalTrafficSink {
public:
    /// `tags`: of each lane in rising order of requests.
    explicit StackTrafficBuilder(std::span<const LaneTagRun> tags);
    void add(const LocalRequest& request) override;
    /// Once, after the last add().
    [[nodiscard]] StackTraffic finish() { return std::move(traffic_); }

private:
    /// Of a dirty sector: the ray that wrote each of its words, or `nobody`.
    using Writers = std::array<std::uint32_t, 8>;
    static constexpr std::uint32_t nobody = LaneTagTracker::none - 1;

    StackTrafficBuilder(std::span<const LaneTagRun> tags, std::vector<std::uint64_t> keys);
    [[nodiscard]] StackSums& sums_of(std::uint32_t ray);
    [[nodiscard]] Writers writers_of(const LocalSector& sector, const LaneTagTracker::Warp* warp);
    void note_written(const LocalSector& sector, const Writers& writers);

    LaneTagTracker lanes_; ///< index of the ray that a lane works on
    StackTraffic traffic_;
    std::uint32_t launch_ordinal_ = 0;
    std::unordered_map<std::uint64_t, Writers, SaltedHash>
        dirty_; ///< by number of the sector; no more than L1s hold
};

} // namespace hitmap
