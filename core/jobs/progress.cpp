#include "core/jobs/progress.h"

#include "core/base/error.h"

#include <algorithm>

namespace hitmap {

void Progress::begin(std::string_view stage, std::uint64_t total, std::string_view unit,
                     const std::optional<WorkShare>& share) {
    const std::lock_guard lock(mutex_);
    (void)whole(); // keeps what the last stage reached
    if (share) share_ = share;
    stage_ = stage;
    unit_ = unit;
    total_ = total;
    ++stage_number_;
    done_.store(0, std::memory_order_relaxed);
}

Progress::Snapshot Progress::snapshot() const {
    const std::lock_guard lock(mutex_);
    return {stage_, unit_, done_.load(std::memory_order_relaxed), total_, stage_number_, whole()};
}

std::optional<double> Progress::whole() const {
    if (!share_) return std::nullopt;
    const auto done = static_cast<double>(done_.load(std::memory_order_relaxed));
    const double of_stage = total_ == 0 ? 0.0 : std::min(1.0, done / static_cast<double>(total_));
    reached_ = std::max(reached_, share_->from + (share_->to - share_->from) * of_stage);
    return reached_;
}

JobContext JobContext::whole() const {
    JobContext all = *this;
    all.share = WorkShare{};
    return all;
}

JobContext JobContext::part(double from, double to) const {
    JobContext part = *this;
    if (share) {
        const double length = share->to - share->from;
        part.share = WorkShare{share->from + length * from, share->from + length * to};
    }
    return part;
}

void JobContext::check() const {
    if (stop.stop_requested()) throw Cancelled();
}

} // namespace hitmap
