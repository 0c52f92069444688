#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/pixels/lane_counts.h"
#include "core/profile/pixels/pixel_lanes.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/time_window.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Builds a PixelTable while a model runs: as the OutcomeSink of the stack distance cache model, or as the
/// RequestTrafficSink of the hierarchy model. Elements are accessed, and requests are made, at positions in
/// time (see LevelGroups); requests after the last position belong to it.
class PixelTableBuilder final : public OutcomeSink, public RequestTrafficSink {
public:
    /// @param info     with its final counts; must outlive the builder
    /// @param tags     sorted by request within each lane; empty: pixels follow from the launches
    /// @param misses   whether the model explains misses
    /// Throws Error if the recording has no framebuffer, or one of more than most_table_pixels, and if
    /// allocations contradict each other.
    PixelTableBuilder(const RecordingInfo& info, const CountedForPixels& counted, TimeWindow window,
                      std::span<const LaneTagRun> tags, bool misses);

    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    void add(const RequestView& block, std::span<const RequestTraffic> traffic,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;

    /// Call once, after the last add().
    [[nodiscard]] PixelTable finish();

private:
    /// What a block has besides its requests; `outcomes` or `traffic` is empty.
    struct Results {
        std::span<const ElementAccess> accesses;
        AccessOutcomes outcomes;
        std::span<const RequestTraffic> traffic;
        std::uint64_t first_position = 0;
    };
    void add_block(const RequestView& block, const Results& results);
    void add_request(const RequestView& block, std::size_t request, const PixelLanes::Lanes& lanes,
                     const RequestTraffic* traffic);
    void add_accesses(const PixelLanes::Lanes& lanes, const Results& results, std::size_t first,
                      std::size_t last);
    void add_traffic(std::size_t pixel, const RequestTraffic& traffic);
    [[nodiscard]] bool is_in_window(std::uint64_t position) const;

    const RecordingInfo& info_;
    TimeWindow window_;
    std::uint64_t positions_;
    bool counts_requests_; ///< whether positions count requests
    PixelLanes lanes_;
    LaneCounts lane_counts_;
    LaneCounts::Counts counts_{};           ///< of the request that is added
    bool has_wide_requests_ = false;        ///< whether a request has several active lanes
    std::uint64_t next_position_ = 0;       ///< of the stack distance cache model
    std::vector<std::uint64_t> last_added_; ///< [pixels] number of the last request that was added, plus 1
    PixelTable table_;
};

} // namespace hitmap
