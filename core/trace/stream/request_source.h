#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace hitmap {

/// Where cache models pull requests from: a file, a live tracer, an importer. Used by one thread at a time.
class RequestSource {
public:
    virtual ~RequestSource() = default;

    /// Valid from construction on; the counts (requests, lane_accesses, element_accesses) of a live source
    /// are final only after next() returned false.
    [[nodiscard]] virtual const RecordingInfo& info() const = 0;
    /// Of the file or the like, for messages.
    [[nodiscard]] virtual std::string name() const { return "recording"; }
    /// The scene's arrays, null where the recording has none. Loads them at the first call; throws FileError,
    /// Cancelled.
    [[nodiscard]] virtual std::shared_ptr<const RecordedScene> scene(const JobContext& job) = 0;
    /// All lane tags, sorted by launch, warp, lane, first request; none where the recording has none or they
    /// are not known beforehand. Throws FileError, Cancelled.
    [[nodiscard]] virtual std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) { return {}; }
    /// Fills `block` with the next requests, one at least, in order; false (and an empty block) at the end.
    /// Throws FileError; Cancelled soon after `stop` was requested. After a throw only rewind() is allowed.
    virtual bool next(RequestBlock& block, const std::stop_token& stop) = 0;
    /// A consumer found `accesses` element accesses in the requests before `end`. A source that knows better
    /// throws FileError. Thread-safe with next().
    virtual void check_accesses(RequestIndex /*end*/, std::uint64_t /*accesses*/) const {}
    /// The next next() returns the first block again.
    virtual void rewind() = 0;
};

/// Where a producer of requests puts them: the .hmt writer, or a test. The order of calls is begin, then any
/// number of begin_launch / add / tag, then finish. Used by one thread at a time.
class RecordingSink {
public:
    virtual ~RecordingSink() = default;
    /// `info` has everything known beforehand (no launches, no counts); `scene` may be null. Both are copied
    /// or written before the call returns.
    virtual void begin(const RecordingInfo& info, const RecordedScene* scene) = 0;
    /// launch.first_request is set by the sink.
    virtual void begin_launch(const Launch& launch) = 0;
    virtual void add(const Request& request) = 0;
    /// run.first_request is set by the sink: the next request added.
    virtual void tag(const LaneTagRun& run) = 0;
    virtual void finish() = 0;
};

} // namespace hitmap
