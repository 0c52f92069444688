#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

/// Derives the layout of a recording from its requests alone. Allocations that the recording lists keep their
/// names and addresses; their roles and elements are derived all the same. Reads the recording twice, with
/// memory that does not depend on the number of requests. Throws FileError, Cancelled.
[[nodiscard]] RecordingLayout derive_layout(const HmtFile& file, ThreadPool& pool,
                                            const JobContext& job = {});

} // namespace hitmap
