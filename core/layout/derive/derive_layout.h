#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

/// Derives the layout of a recording from its requests and, where the recording stores them, the contents of
/// its allocations. Allocations that the recording lists keep their names and addresses; their roles and
/// elements are derived all the same. Reads the recording twice, and again where the vertices that lanes read
/// have to be held against indices; memory does not depend on the number of requests. Throws FileError,
/// Cancelled.
[[nodiscard]] RecordingLayout derive_layout(const HmtFile& file, ThreadPool& pool,
                                            const JobContext& job = {});

} // namespace hitmap
