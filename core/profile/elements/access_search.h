#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/elements/access_selection.h"
#include "core/profile/elements/lane_access.h"
#include "core/profile/elements/lane_runs.h"
#include "core/profile/elements/requests_by_sm.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>

namespace hitmap {

/// When a search ends before the end of the recording. AccessList::found is then the number of those that it
/// found until then.
enum class SearchEnd : std::uint8_t {
    everywhere, ///< never: it goes on to count the accesses that the list has no place for
    full,       ///< when the list is full
    any,        ///< when the list is full, and after the first block of requests with accesses that match
};

/// Finds accesses in the order of the recording. It needs no cache model. The requests that the lanes of a
/// pixel take part in are known from the lane tags: only the blocks that have such requests are decoded, and
/// each only up to the last of them. All other selections read the recording up to the end of the window.
/// @param runs   may be null: then no access has a tag, and none matches a pixel
/// @param limit  the list has at most this number of accesses, the first ones
/// @param by_sm  if set, the accesses of a pixel are found in this copy of the requests
/// @param pool   if set, searches SearchEnd::everywhere search several blocks at a time; the result is the
/// same Throws FileError, Error (too many allocations overlap), Cancelled.
[[nodiscard]] AccessList find_accesses(const HmtFile& file, const LaneRuns* runs,
                                       const AccessSelection& selection, std::uint64_t limit,
                                       const JobContext& job = {}, SearchEnd end = SearchEnd::everywhere,
                                       ThreadPool* pool = nullptr, const RequestsBySm* by_sm = nullptr);

} // namespace hitmap
