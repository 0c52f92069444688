#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/model/address_mover.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/stream/request_source.h"

#include <string>
#include <vector>

namespace hitmap {

struct RelayoutResult {
    std::string changes; ///< the value of relayout_option
    /// The values of relayout_estimate_option: also those of the recording, which stays an estimate.
    std::vector<std::string> estimates;
    MoveCounts counts;
};

/// The tables of a recording in another memory layout, and the new places of its elements. Its launches and
/// counts are those of the recording. Reads the requests if a use or the storage of nodes is asked for.
/// Throws Error if the recording does not know what an option needs; FileError, Cancelled, and what `mesh`
/// throws.
/// @param requests  of the recording
[[nodiscard]] RelayoutDraft relaid_draft(const HmtFile& file, const RelayoutOptions& options,
                                         const SourceMesh& mesh, RequestSource& requests,
                                         const JobContext& job);

/// Passes a recording to `out`, from begin() to finish(), with the addresses that its lane accesses would
/// have in another memory layout. Everything else about the requests stays: their order, warps, masks, lane
/// tags and execution events. The tables of allocations and of the scene, and the options that name the
/// layout, are those of the new layout. Reads the requests block by block, twice if a use or the storage of
/// nodes is asked for.
///
/// For recordings of `hitmap trace` the result equals a recording that was traced in the new layout,
/// except for the options that say where it comes from, and where RelayoutResult::estimates has a reason.
///
/// Throws what relaid_draft() throws, for example if the recording does not have the parents of its boxes,
/// and what `out` throws.
[[nodiscard]] RelayoutResult relayout_recording(const HmtFile& file, const RelayoutOptions& options,
                                                const SourceMesh& mesh, RecordingSink& out, ThreadPool& pool,
                                                const JobContext& job = {});

} // namespace hitmap
