#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/between_requests.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Gives a sink the requests of a recording in their order, with the lane tags and events between them, a
/// piece at a time.
class RecordedPieces {
public:
    /// `file` and `pool` must outlive this.
    RecordedPieces(const HmtFile& file, ThreadPool& pool, const JobContext& job);
    /// Returns false at the end, after what follows the last request. Throws FileError, Cancelled and what
    /// the sink throws.
    bool pass_next(RecordingSink& sink);

private:
    const HmtFile& file_;
    JobContext job_;
    BetweenRequests between_;
    std::unique_ptr<RequestSource> source_;
    RequestBlock block_;
};

/// How much a warp has in a recording.
struct WarpCount {
    std::uint32_t launch = 0;
    std::uint32_t warp = 0; ///< index in the launch
    std::uint64_t requests = 0;
    std::uint64_t notes = 0; ///< lane tags, execution events and ray events
};

/// Counts what the warps of a recording have, in the order of launches and indices. Warps that have nothing
/// are left out. Reads the recording once. Throws FileError, Cancelled.
[[nodiscard]] std::vector<WarpCount> count_warps(const HmtFile& file, ThreadPool& pool,
                                                 const JobContext& job);

} // namespace hitmap
