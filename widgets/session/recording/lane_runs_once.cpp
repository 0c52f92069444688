#include "widgets/session/recording/lane_runs_once.h"

#include <chrono>

namespace hitmap {

std::shared_ptr<const LaneRuns> LaneRunsOnce::get(const HmtFile& file, const JobContext& job) {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(10)))
        job.check(); // another job reads the index, which may take longer than this job is wanted
    if (runs_ == nullptr) runs_ = std::make_shared<const LaneRuns>(file.read_lane_tags(job), file.info());
    return runs_;
}

std::shared_ptr<const LaneRuns> LaneRunsOnce::known() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock.owns_lock() ? runs_ : nullptr;
}

} // namespace hitmap
