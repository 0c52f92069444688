#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <vector>

namespace hitmap {

/// The pixels that lanes work on, as lane tags that begin at their first_request, by rising first request.
///
/// PixelOrder::writes: a lane works on a pixel from the request after its last store to the pixel before, up
/// to its last store to this one. Reads the recording; memory grows with the number of stored pixels. grid
/// and threads: from the first request of the launch on, for all threads that have a pixel. recorded: none.
/// Throws FileError, Cancelled.
[[nodiscard]] std::vector<LaneTagRun> pixel_runs(const HmtFile& file, const RecordingLayout& layout,
                                                 ThreadPool& pool, const JobContext& job);

} // namespace hitmap
