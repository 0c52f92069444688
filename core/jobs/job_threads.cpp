#include "core/jobs/job_threads.h"

#include "core/base/error.h"
#include "core/jobs/start_thread.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace hitmap {

JobThreads::JobThreads(const Budget& budget, void (*first)())
    : most_{budget.brief, budget.lasting}, keep_(budget.keep), first_(first) {}

JobThreads::~JobThreads() {
    Threads last;
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
        last.splice(last.end(), threads_);
        last.splice(last.end(), ended_);
    }
    work_.notify_all();
    last.clear(); // joins them
}

std::size_t JobThreads::size() const {
    const std::scoped_lock lock(mutex_);
    return threads_.size();
}

/// Returns how many of the jobs in line may begin.
std::size_t JobThreads::startable() const {
    std::size_t jobs = 0;
    for (std::size_t line = 0; line < lengths; ++line)
        jobs += std::min<std::size_t>(lines_[line].size(), most_[line] - running_[line]);
    return jobs;
}

/// Takes the next job that may begin out of its line; null if there is none. Brief ones go first.
JobThreads::Place* JobThreads::next() {
    for (std::size_t line = 0; line < lengths; ++line) {
        if (lines_[line].empty() || running_[line] == most_[line]) continue;
        Place& place = *lines_[line].front();
        leave_line(place);
        place.state_ = Place::State::running;
        ++running_[line];
        return &place;
    }
    return nullptr;
}

/// Starts threads until each job that may begin has one. Throws Error or bad_alloc if one cannot be started.
void JobThreads::start_missing() {
    while (startable() > idle_) {
        const auto self = threads_.emplace(threads_.end());
        try {
            *self = start_thread("a job", [this, self] { work(self); });
        } catch (...) {
            threads_.erase(self);
            throw;
        }
        ++idle_; // it begins when mutex_ is released
    }
}

void JobThreads::wait_in_line(Place& place) {
    place.state_ = Place::State::in_line;
    Line& line = lines_[place.line_];
    line.splice(line.end(), place.node_);
}

void JobThreads::leave_line(Place& place) {
    Line& line = lines_[place.line_];
    place.node_.splice(place.node_.end(), line, std::find(line.begin(), line.end(), &place));
    place.state_ = Place::State::resting;
}

void JobThreads::work(Threads::iterator self) {
    if (first_ != nullptr) first_();
    std::unique_lock lock(mutex_);
    for (;;) {
        if (!work_.wait_for(lock, keep_, [this] { return ends_ || startable() != 0; }) || ends_) break;
        Place* const place = next();
        --idle_;
        lock.unlock();
        place->work_();
        lock.lock();
        ++idle_;
        --running_[place->line_];
        if (std::exchange(place->state_, Place::State::resting) == Place::State::requested_again)
            wait_in_line(*place);
        rested_.notify_all(); // from now on the place may be destroyed
    }
    end(self, std::move(lock));
}

/// Ends the thread that calls it. The last that ended joins the one before, so that at most one is left.
void JobThreads::end(Threads::iterator self, std::unique_lock<std::mutex> lock) {
    --idle_;
    if (ends_) return; // the destructor joins it
    Threads before;
    before.splice(before.end(), ended_);
    ended_.splice(ended_.end(), threads_, self);
    lock.unlock();
    before.clear();
}

JobThreads::Place::Place(std::shared_ptr<JobThreads> threads, JobLength length, std::function<void()> work)
    : threads_(std::move(threads)),
      line_(static_cast<std::size_t>(length)),
      work_(std::move(work)),
      node_{this} {}

JobThreads::Place::~Place() {
    std::unique_lock lock(threads_->mutex_);
    if (state_ == State::in_line) threads_->leave_line(*this);
    if (state_ == State::requested_again) state_ = State::running;
    threads_->rested_.wait(lock, [this] { return state_ == State::resting; });
}

void JobThreads::Place::request() {
    JobThreads& threads = *threads_;
    Threads ended;
    {
        const std::scoped_lock lock(threads.mutex_);
        ended.splice(ended.end(), threads.ended_);
    }
    ended.clear(); // joins them, so that the system can start others
    {
        const std::scoped_lock lock(threads.mutex_);
        if (state_ == State::running) state_ = State::requested_again;
        if (state_ != State::resting) return;
        threads.wait_in_line(*this);
        try {
            threads.start_missing();
        } catch (const std::exception&) {
            if (threads.threads_.empty()) {
                threads.leave_line(*this);
                throw;
            }
        }
    }
    threads.work_.notify_one();
}

} // namespace hitmap
