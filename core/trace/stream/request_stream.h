#pragma once

#include "core/trace/stream/request_source.h"

#include <functional>
#include <span>

namespace hitmap {

/// How much of the scene goes along with a stream.
enum class StreamedScene : std::uint8_t {
    for_models,   ///< face slots and what is small: what cache models ask for
    for_pictures, ///< everything
};

/// Recording and simulation in one: `produce` runs on a thread of its own and puts requests into the sink
/// that it is given; `consume`, called when the producer has begun, pulls them from the source in this thread
/// and on whatever pool it works. Between them are a few thousand requests, so the recording is never whole.
/// The source can be read once: rewind() throws after the first block was taken.
///
/// The stream ends when both have returned. What one of them throws stops the other and is rethrown; where
/// `consume` returns before the end, the producer is stopped, too.
void stream_requests(const std::function<void(RecordingSink&)>& produce,
                     const std::function<void(RequestSource&)>& consume, StreamedScene scene,
                     const JobContext& job = {});

/// Forwards to several sinks, in their order.
class SplitRecording final : public RecordingSink {
public:
    explicit SplitRecording(std::vector<std::reference_wrapper<RecordingSink>> sinks);
    void begin(const RecordingInfo& info, const RecordedScene* scene) override;
    void begin_launch(const Launch& launch) override;
    void add(const Request& request) override;
    void tag(const LaneTagRun& run) override;
    void finish() override;

private:
    std::vector<std::reference_wrapper<RecordingSink>> sinks_;
};

} // namespace hitmap
