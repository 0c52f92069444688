#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/stream/request_source.h"

#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// Passes a recording in another layout to `consume`, block by block while it is moved (RelaidSource).
/// Returns RelayoutResult::estimates. Throws what relaid_draft() and `consume` throw.
std::vector<std::string> consume_in_layout(const HmtFile& file, const SourceMesh& mesh,
                                           const RelayoutOptions& options,
                                           const std::function<void(RequestSource&)>& consume,
                                           ThreadPool& pool, const JobContext& job);

/// Calls `change`, which changes a recording. Returns the message of its Error if the recording cannot be
/// changed like this, or if the file of its mesh cannot be read; otherwise nothing. Passes on errors of the
/// recording's own file, UsageError and Cancelled.
[[nodiscard]] std::string problem_of(const HmtFile& file, const std::function<void()>& change);

} // namespace hitmap
