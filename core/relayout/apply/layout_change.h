#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

/// The pass over the requests that the options need; nothing is counted if they need none. Throws what
/// count_uses() throws, and Error if an option names an allocation that the recording does not have.
/// @param requests  of the recording
[[nodiscard]] RecordingUse uses_for(RequestSource& requests, const RelayoutDraft& draft,
                                    const RelayoutOptions& options, const JobContext& job);

/// Changes a draft as the options say, and gives allocations their addresses. Throws Error, Cancelled, and
/// what `mesh` throws.
void change_layout(RelayoutDraft& draft, const RelayoutOptions& options, const SourceMesh& mesh,
                   const RecordingUse& use, const JobContext& job);

} // namespace hitmap
