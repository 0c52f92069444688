#pragma once

#include "core/cache/results/local_sectors.h"
#include "core/profile/sums/dirty_sectors.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/stack_traffic.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Whether an instruction of the recording accesses local memory.
[[nodiscard]] bool has_local_memory(const RecordingInfo& info);

/// Builds a StackTraffic from the results of the hierarchy model. A sector is attributed to the lanes that
/// access it. A write-back of L1 is attributed to the lanes whose stores made the sector dirty, regardless of
/// the access that evicted it.
class StackTrafficBuilder final : public LocalTrafficSink {
public:
    /// `tags`: sorted by request within each lane.
    explicit StackTrafficBuilder(std::span<const LaneTagRun> tags);
    void add(const LocalRequest& request) override;
    /// Call once, after the last add().
    [[nodiscard]] StackTraffic finish();

private:
    static constexpr std::size_t lanes_of_a_sector = DirtySectors::lanes_of_a_sector;

    /// The rays that the lanes of a warp work on, and what was counted since each began.
    struct WarpSums {
        using Lanes = std::array<std::uint32_t, warp_size>;
        std::uint32_t warp = LaneTagTracker::none; ///< LaneTagTracker::Warp::number
        std::uint32_t additions_left = 0;          ///< before a sum could overflow
        Lanes rays{};
        Lanes accesses{};
        Lanes sectors{}, l1_hits{}, l1_lookups{}, l2_hits{}, l2_lookups{}; ///< in units, like StackSums
    };
    /// What each of some lanes gets of a sector, in units.
    struct Share;

    StackTrafficBuilder(std::span<const LaneTagRun> tags, std::vector<std::uint64_t> keys);
    [[nodiscard]] StackSums& sums_of(std::uint32_t ray);
    [[nodiscard]] WarpSums& sums_of(const LaneTagTracker::Warp& warp);
    void add_request(const LocalRequest& request, WarpSums& sums);
    void add_to_lanes(const LocalSector& sector, WarpSums& sums);
    void add_untagged(const LocalSector& sector);
    void add_write_back(const LocalSector& sector);
    void make_room(WarpSums& sums);
    void move_to_ray(WarpSums& sums, std::size_t lane);
    void move_to_rays(WarpSums& sums);
    void note_written(const LocalSector& sector, const WarpSums::Lanes& rays);

    LaneTagTracker lanes_;        ///< index of the ray that a lane works on
    std::vector<WarpSums> warps_; ///< each at the number of its warp modulo the size
    StackTraffic traffic_;
    std::uint32_t launch_ordinal_ = 0;
    DirtySectors dirty_; ///< never more sectors than the L1s contain
};

} // namespace hitmap
