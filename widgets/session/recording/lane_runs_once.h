#pragma once

#include "core/jobs/made_once.h"
#include "core/jobs/progress.h"
#include "core/profile/elements/lane_runs.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <memory>

namespace hitmap {

/// The index of the lane tags of a recording, which is read when it is needed first and then shared.
/// Thread-safe.
class LaneRunsOnce {
public:
    /// `file` must always be the same recording. Throws what reading lane tags throws, and Cancelled.
    [[nodiscard]] std::shared_ptr<const LaneRuns> get(const HmtFile& file, const JobContext& job);
    /// Returns null if the index was not read yet.
    [[nodiscard]] std::shared_ptr<const LaneRuns> known() const { return runs_.known(); }

private:
    MadeOnce<LaneRuns> runs_;
};

} // namespace hitmap
