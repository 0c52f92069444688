#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/stages/local_traffic.h"
#include "core/profile/filter/lane_tag_tracker.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// What lanes ask for in local memory, where ray tracers have the stack of a traversal. Sectors are shared
/// equally by the 1 to 8 lanes that ask for them, so they count in units in which such shares are whole
/// numbers: sums are exact in any order, and those of rays add up to those of the allocation.
struct StackSums {
    static constexpr std::uint64_t unit = 840; ///< of one sector: divisible by 1 to 8

    std::uint64_t accesses = 0; ///< of lanes: how often one was active in a request
    std::uint64_t sectors = 0;  ///< units, as are those that follow
    std::uint64_t l1_hits = 0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t l2_lookups = 0; ///< of L1's load misses and of what it writes back

    StackSums& operator+=(const StackSums& more);
    friend bool operator==(const StackSums&, const StackSums&) = default;
};

/// Whether any instruction accesses local memory.
[[nodiscard]] bool has_local_memory(const RecordingInfo& info);

/// Rays of a pixel that are of one kind and bounce.
struct StackRay {
    std::uint32_t pixel = 0; ///< work item
    std::uint8_t kind = 0;   ///< as in LaneTag
    std::uint8_t bounce = 0;
    StackSums sums{};
    friend bool operator==(const StackRay&, const StackRay&) = default;
};

/// Whose stack went through the caches.
struct StackTraffic {
    std::vector<StackRay> rays; ///< that lane tags name, by pixel, kind and bounce
    StackSums untagged;         ///< of lanes without a tag

    [[nodiscard]] StackSums total() const;
    /// By kind and bounce; `pixel` of them is 0.
    [[nodiscard]] std::vector<StackRay> kinds() const;
    /// Of all rays of one pixel.
    [[nodiscard]] StackSums pixel(std::uint32_t pixel) const;
    /// [pixels] of all rays of the pixel.
    [[nodiscard]] std::vector<StackSums> pixels(std::uint64_t count) const;
    [[nodiscard]] std::uint64_t memory_bytes() const { return rays.capacity() * sizeof(StackRay); }
    friend bool operator==(const StackTraffic&, const StackTraffic&) = default;
};

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
