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
    [[nodiscard]] StackTraffic finish() { return std::move(traffic_); }

private:
    /// For each word of a dirty sector, the ray that wrote it, or `no_ray`.
    using Writers = std::array<std::uint32_t, 8>;
    static constexpr std::uint32_t no_ray = LaneTagTracker::none - 1;

    StackTrafficBuilder(std::span<const LaneTagRun> tags, std::vector<std::uint64_t> keys);
    [[nodiscard]] StackSums& sums_of(std::uint32_t ray);
    [[nodiscard]] Writers writers_of(const LocalSector& sector, const LaneTagTracker::Warp* warp);
    void note_written(const LocalSector& sector, const Writers& writers);
    [[nodiscard]] Writers take_writers(std::uint64_t sector);
    void forget_dirty();

    /// Neighbouring sectors, which mostly become dirty, and are written back, together.
    static constexpr std::size_t sectors_a_line = 4;
    struct DirtyLine {
        std::array<Writers, sectors_a_line> sectors;
        std::uint8_t dirty = 0; ///< bit s: sector s is dirty, and sectors[s] says who wrote it
    };
    using DirtyLines = std::unordered_map<std::uint64_t, DirtyLine, SaltedHash>;
    [[nodiscard]] DirtyLine* dirty_line(std::uint64_t sector);

    LaneTagTracker lanes_; ///< index of the ray that a lane works on
    StackTraffic traffic_;
    std::uint32_t launch_ordinal_ = 0;
    DirtyLines dirty_; ///< by sector number / sectors_a_line; never more sectors than the L1s contain
    DirtyLines::value_type* last_dirty_ = nullptr; ///< the entry that was used last
};

} // namespace hitmap
