#pragma once

#include "core/replay/ray_outcomes.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/replay.h"
#include "core/replay/replayed_faces.h"
#include "core/trace/stream/request_source.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Passes a recording on, with the traversal of its rays.
class ReplaySink : public RecordingSink, private FetchSink {
public:
    /// All must outlive the sink. @param before  the tables of the recording
    /// @param outcomes  of its rays, see ray_outcomes()
    ReplaySink(const RecordingInfo& before, const ReplayedFaces& faces, RayTraversal& traversal,
               const ReplayOptions& options, const std::vector<RayOutcome>& outcomes, RecordingSink& out);

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
    void replay(const RayEvent& event, const RayLanes& lanes);
    void compare(const RayOutcome& outcome, const Ray& ray, const Hit& hit, bool is_number);

    const RecordingInfo& before_;
    const ReplayedFaces& faces_;
    RayTraversal& traversal_;
    const ReplayOptions& options_;
    const std::vector<RayOutcome>& outcomes_;
    RecordingSink& out_;
    ReplayedWarp warp_;
    std::uint64_t shift_;   ///< from addresses of the traversal to those of the recording
    simt::WarpPlace place_; ///< of the warp that traces
    Request request_;
    std::uint64_t next_ray_ = 0;
    std::vector<Launch> launches_;
    ReplayCounts counts_;
};

} // namespace hitmap
