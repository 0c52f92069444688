#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/session/recording/open_recording.h"

#include <cstdint>
#include <memory>

namespace hitmap {

/// Fills in what follows from the scene of a recording, which is null or complete, and from its info():
/// `tree`, `camera` and `prepared`. Throws Cancelled.
void prepare_picture(OpenRecording& opened, ThreadPool& pool, const JobContext& job);

/// Returns the file of a recording that is made by tracing a scene, in memory: that of an earlier start of
/// the program if there is one, or else it traces the scene and keeps the file for later starts. Sets
/// `from_cache` of `opened`. Throws what loading and tracing throw; MemoryNeeded before the file takes more
/// memory than the limit; Cancelled.
/// @param opened  the recording that is opened, of which `spec` is known
/// @param limit   in bytes
/// @param take_traced  is called before the rays are traced, with a recording that has the scene. `opened`
///                     then has the same scene, tree, camera and prepared scene, which need not be read from
///                     the file. Not called for the file of an earlier start. May be empty
[[nodiscard]] std::shared_ptr<const HmtFile>
trace_recording(OpenRecording& opened, const TraceRequest& request, ThreadPool& pool, const JobContext& job,
                std::uint64_t limit, const Storing& keeping, const TakeTraced& take_traced);

} // namespace hitmap
