#pragma once

#include "core/replay/ray_outcomes.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/replay_counts.h"
#include "core/replay/replay_options.h"
#include "core/trace/stream/request_source.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The rays of a warp at an event. @param first  the number of the ray of its lowest lane
/// @param before  the tables of the recording. The result refers to what it is made of.
[[nodiscard]] LoggedWarp logged_warp(const RayEvent& event, const RayLanes& lanes,
                                     const RayOutcomes& outcomes, std::uint64_t first,
                                     const RecordingInfo& before);

/// Passes a recording on, with the traversal of its rays.
class ReplaySink : public RecordingSink, private FetchSink {
public:
    /// All must outlive the sink. @param before  the tables of the recording
    /// @param outcomes  of its rays
    /// @param origin    of the traversal
    ReplaySink(const RecordingInfo& before, RayTraversal& traversal, const ReplayOptions& options,
               const RayOutcomes& outcomes, Origin origin, RecordingSink& out);

    void begin(const RecordingInfo& info, const RecordedScene* scene) override;
    void begin_launch(const Launch& launch) override;
    void add(const Request& request) override { out_.add(request); }
    void tag(const LaneTagRun& run) override { out_.tag(run); }
    void execute(const BlockExecution& event) override { out_.execute(event); }
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override;
    void finish() override;

    [[nodiscard]] const ReplayCounts& counts() const { return counts_; }

private:
    void fetch(std::uint32_t instruction, simt::Mask lanes,
               const std::array<std::uint64_t, warp_size>& address) override;
    [[nodiscard]] RecordingInfo tables(const RecordingInfo& info, const RecordedScene& scene) const;
    void add_allocations(RecordingInfo& info) const;
    void replay(const RayEvent& event, const RayLanes& lanes);

    const RecordingInfo& before_;
    RayTraversal& traversal_;
    const ReplayOptions& options_;
    const RayOutcomes& outcomes_;
    Origin origin_;
    RecordingSink& out_;
    ReplayEnds ends_;
    std::uint64_t shift_;   ///< from addresses of the traversal to those of the recording
    simt::WarpPlace place_; ///< of the warp that traces
    Request request_;
    std::uint64_t next_ray_ = 0;
    std::vector<Launch> launches_;
    ReplayCounts counts_;
};

} // namespace hitmap
