#include "widgets/session/recording/lane_runs_once.h"

#include <chrono>
#include <exception>
#include <utility>

namespace hitmap {

std::shared_ptr<const LaneRuns> LaneRunsOnce::get(const HmtFile& file, const JobContext& job) {
    std::unique_lock lock(mutex_);
    while (is_read_now_) {
        changed_.wait_for(lock, std::chrono::milliseconds(10));
        job.check(); // the other job may take longer than this one is wanted
    }
    if (runs_ != nullptr) return runs_;
    is_read_now_ = true;
    lock.unlock();
    std::shared_ptr<const LaneRuns> made;
    std::exception_ptr error;
    try {
        made = std::make_shared<const LaneRuns>(file.read_lane_tags(job), file.info());
    } catch (...) {
        error = std::current_exception();
    }
    lock.lock();
    is_read_now_ = false;
    runs_ = std::move(made);
    lock.unlock();
    changed_.notify_all();
    if (error) std::rethrow_exception(error);
    return known();
}

std::shared_ptr<const LaneRuns> LaneRunsOnce::known() {
    const std::lock_guard lock(mutex_);
    return runs_;
}

} // namespace hitmap
