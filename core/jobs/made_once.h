#pragma once

#include "core/jobs/progress.h"

#include <chrono>
#include <concepts>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace hitmap {

/// A value that is made when it is needed first and then shared. Thread-safe.
template <class T>
class MadeOnce {
public:
    /// Returns the value, makes it, or waits while another thread makes it. If making it fails, the next call
    /// tries again. Throws what `make` throws, and Cancelled.
    template <std::invocable Make>
    [[nodiscard]] std::shared_ptr<const T> get(const Make& make, const JobContext& job) {
        std::unique_lock lock(mutex_);
        while (is_made_now_) {
            changed_.wait_for(lock, std::chrono::milliseconds(10));
            job.check(); // the other thread may take longer than this job is wanted
        }
        if (value_ != nullptr) return value_;
        is_made_now_ = true;
        lock.unlock();
        std::shared_ptr<const T> made;
        std::exception_ptr error;
        try {
            made = make();
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        is_made_now_ = false;
        value_ = made;
        lock.unlock();
        changed_.notify_all();
        if (error) std::rethrow_exception(error);
        return made;
    }
    /// Returns null if the value was not made yet.
    [[nodiscard]] std::shared_ptr<const T> known() const {
        const std::scoped_lock lock(mutex_);
        return value_;
    }

private:
    mutable std::mutex mutex_; ///< not held while the value is made
    std::condition_variable changed_;
    bool is_made_now_ = false;
    std::shared_ptr<const T> value_;
};

} // namespace hitmap
