#pragma once

#include "core/trace/stream/request_source.h"

#include <functional>
#include <span>

namespace hitmap {

/// How much of the scene a stream transports.
enum class StreamedScene : std::uint8_t {
    for_models,   ///< face slots and the small arrays, which cache models need
    for_pictures, ///< everything
};

/// Records and simulates at the same time. `produce` runs on its own thread and writes requests to the sink
/// that it gets; `consume`, which is called once the producer has begun, pulls them from the source in this
/// thread (and on its own pool). At most a few thousand requests are queued between them, so the recording is
/// never in memory as a whole. The source can be read once: rewind() throws after the first block was taken.
///
/// Returns when both have returned. An exception of either stops the other one and is rethrown. If
/// `consume` returns early, the producer is stopped too.
void stream_requests(const std::function<void(RecordingSink&)>& produce,
                     const std::function<void(RequestSource&)>& consume, StreamedScene scene,
                     const JobContext& job = {});

/// Forwards all calls to several sinks, in their order.
class SplitRecording final : public RecordingSink {
public:
    explicit SplitRecording(std::vector<std::reference_wrapper<RecordingSink>> sinks);
    void begin(const RecordingInfo& info, const RecordedScene* scene) override;
    void begin_launch(const Launch& launch) override;
    void add(const Request& request) override;
    void tag(const LaneTagRun& run) override;
    void execute(const BlockExecution& event) override;
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override;
    void finish() override;

private:
    std::vector<std::reference_wrapper<RecordingSink>> sinks_;
};

} // namespace hitmap
