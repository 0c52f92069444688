#pragma once

#include "core/analysis/simt/execution_sums.h"
#include "core/analysis/simt/thread_paths.h"
#include "core/jobs/thread_pool.h"
#include "core/report/column/json_row.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <string>

namespace hitmap {

/// What the execution events of a recording say.
struct ExecutionReport {
    ExecutionSums sums;
    ThreadPaths paths; ///< empty if there are no events
};

/// Throws what reading throws, FileError that names `path` if the events are beyond the limits of the
/// analysis, and Cancelled. @param lives  whether to list the lives of warps
[[nodiscard]] ExecutionReport count_executions(const std::string& path, const HmtFile& file, bool lives,
                                               ThreadPool& pool, const JobContext& job);

/// Tables of all of it. There must be events.
[[nodiscard]] std::string execution_text(const RecordingInfo& info, const ExecutionReport& report);
/// The object `blocks` of `hitmap simt --json`. There must be events.
[[nodiscard]] Json execution_json(const RecordingInfo& info, const ExecutionReport& report);

} // namespace hitmap
