#pragma once

#include "core/analysis/simt/execution_sums.h"
#include "core/analysis/simt/thread_paths.h"
#include "core/jobs/thread_pool.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QSize>

#include <memory>

namespace hitmap {

/// What the execution events and the lane tags of a recording say. Immutable.
struct ExecutionResults {
    /// The paths that are listed; more are rare.
    static constexpr std::size_t listed_paths = 1000;

    std::shared_ptr<const OpenRecording> recording;
    ExecutionSums sums; ///< with the lives of warps; empty without events
    PixelPaths paths;
    QSize picture; ///< of the framebuffer; empty if it is not known

    [[nodiscard]] bool has_events() const { return sums.why_empty.empty(); }
};

/// Throws what reading throws, Error if the events are beyond the limits of sum_executions(), and Cancelled.
[[nodiscard]] std::shared_ptr<const ExecutionResults>
count_executions(std::shared_ptr<const OpenRecording> recording, ThreadPool& pool, const JobContext& job);

} // namespace hitmap
