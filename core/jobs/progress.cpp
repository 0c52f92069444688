#include "core/jobs/progress.h"

#include "core/base/error.h"

namespace hitmap {

void Progress::begin(std::string_view stage, std::uint64_t total, std::string_view unit) {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    unit_ = unit;
    total_ = total;
    ++stage_number_;
    done_.store(0, std::memory_order_relaxed);
}

Progress::Snapshot Progress::snapshot() const {
    const std::lock_guard lock(mutex_);
    return {stage_, unit_, done_.load(std::memory_order_relaxed), total_, stage_number_};
}

void JobContext::check() const {
    if (stop.stop_requested()) throw Cancelled();
}

} // namespace hitmap
