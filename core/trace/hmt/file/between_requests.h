#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/request.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <vector>

namespace hitmap {

/// The launches, lane tags, execution events and ray events of a recording, which a sink gets between the
/// requests. The order of the two kinds of events before the same request is not recorded: those of execution
/// come first.
class BetweenRequests {
public:
    /// Reads the lane tags. `file` must outlive this. Throws FileError, Cancelled.
    BetweenRequests(const HmtFile& file, const JobContext& job);
    /// Gives the sink those that begin at `request` or before and that it did not get. Throws FileError and
    /// what the sink throws.
    void put_up_to(RequestIndex request, RecordingSink& sink);

private:
    /// The events of one kind, of which one chunk is in memory at a time.
    template <class Events>
    struct Cursor {
        Events events;
        std::size_t event = 0;
        std::size_t chunk = 0; ///< the next one
    };

    const HmtFile& file_;
    const std::vector<Launch>& launches_;
    std::vector<LaneTagRun> tags_;
    std::size_t launch_ = 0;
    std::size_t tag_ = 0;
    Cursor<std::vector<BlockExecution>> executions_;
    Cursor<RayEvents> rays_;
};

/// A request of a block as a producer passes it on.
[[nodiscard]] Request request_of(const RequestBlock& block, const RequestBlock::Entry& entry);

} // namespace hitmap
