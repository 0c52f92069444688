#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recorded_sums.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// The source from which cache models pull requests: a file, a live tracer, an importer. Used by one thread
/// at a time.
class RequestSource {
public:
    virtual ~RequestSource() = default;

    /// Valid from construction on. The counts (requests, lane_accesses, element_accesses) of a live source
    /// are final only after next() has returned false.
    [[nodiscard]] virtual const RecordingInfo& info() const = 0;
    /// The name of the file or other source, for messages.
    [[nodiscard]] virtual std::string name() const { return "recording"; }
    /// The arrays of the scene; null if the recording has none. They are loaded at the first call. Throws
    /// FileError, Cancelled.
    [[nodiscard]] virtual std::shared_ptr<const RecordedScene> scene(const JobContext& job) = 0;
    /// All lane tags, sorted by launch, warp, lane and first request. Empty if the recording has none or a
    /// live source does not know them yet. Throws FileError, Cancelled.
    [[nodiscard]] virtual std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) { return {}; }
    /// Begins to read ahead on other threads, so that requests are there sooner when next() is called. May do
    /// nothing.
    virtual void read_ahead() {}
    /// Replaces `block` by the next requests, at least one, in order. Returns false (and an empty block) at
    /// the end. Throws FileError; Cancelled soon after `stop` was requested. After an exception only rewind()
    /// may be called.
    virtual bool next(RequestBlock& block, const std::stop_token& stop) = 0;
    /// Replaces `out` by the next execution events, at least one, in order. Returns false (and no events) at
    /// the end, and for a live source, which has none. Does not depend on next(). Throws FileError.
    virtual bool next_executions(std::vector<BlockExecution>& out) {
        out.clear();
        return false;
    }
    /// As next_executions(), the next ray events.
    virtual bool next_ray_events(RayEvents& out) {
        out.clear();
        return false;
    }
    /// Replaces `out` by the sums of a recorded frame, `frame` < info().sums.frames. Thread-safe. Throws
    /// FileError.
    virtual void read_sums(std::uint64_t /*frame*/, std::vector<RecordedSum>& out) const { out.clear(); }
    /// Reports that a consumer found `accesses` element accesses in the requests before `end`. A source that
    /// declares another number throws FileError. May be called concurrently with next().
    virtual void check_accesses(RequestIndex /*end*/, std::uint64_t /*accesses*/) const {}
    /// Starts again: next() will return the first block, and next_executions() and next_ray_events() the
    /// first events.
    virtual void rewind() = 0;
};

/// What a producer may know only after all requests.
struct FinalTables {
    Device device;
    /// Added after the options of begin().
    std::vector<std::pair<std::string, std::string>> options;
    /// [launches] replaces those of begin_launch(); first_request is kept.
    std::vector<Launch> launches;
};

/// The destination of a producer's requests: the .hmt writer, a stream or a test. The calls are begin(), then
/// any number of begin_launch(), add(), tag(), execute() and trace_rays(), then finish(). A sink with tables
/// that grow (HmtWriteOptions::tables_grow) also takes add_instruction() and complete(). Used by one thread
/// at a time.
class RecordingSink {
public:
    virtual ~RecordingSink() = default;
    /// `info` has everything that is known beforehand (no launches, no counts); `scene` may be null. Both are
    /// copied or written before the call returns.
    virtual void begin(const RecordingInfo& info, const RecordedScene* scene) = 0;
    /// The sink sets launch.first_request.
    virtual void begin_launch(const Launch& launch) = 0;
    virtual void add(const Request& request) = 0;
    /// The sink sets run.first_request to the next request that is added.
    virtual void tag(const LaneTagRun& run) = 0;
    virtual void finish() = 0;

    /// Adds an execution event of a recording whose info has basic blocks. The sink sets event.request to the
    /// next request that is added. A sink that has no use for events ignores it.
    virtual void execute(const BlockExecution& /*event*/) {}
    /// Adds a ray event of a recording whose info has places of rays, with what its lanes have. The sink sets
    /// event.request to the next request that is added. A sink that has no use for events ignores it.
    virtual void trace_rays(const RayEvent& /*event*/, const RayLanes& /*lanes*/) {}
    /// Adds the next frame of a recording that has sums in the place of requests. It belongs to the last
    /// launch. A sink that needs requests throws Error.
    virtual void add_frame(std::span<const RecordedSum> sums);
    /// Adds an instruction behind those of begin(). A sink that needs all tables at once throws Error.
    virtual void add_instruction(const Instruction& instruction);
    /// Completes the tables; called at most once, directly before finish(). A sink that needs all tables at
    /// once throws Error, and so does a sink that got another number of launches.
    virtual void complete(const FinalTables& tables);
};

} // namespace hitmap
