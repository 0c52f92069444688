#pragma once

#include <mutex>
#include <utility>

namespace hitmap {

/// The newest request for a job, which the job reads as late as it can: after the preparation that several
/// requests have in common. A newer request then need not start the job again. Thread-safe.
template <class Request>
class LatestWanted {
public:
    explicit LatestWanted(Request request) : request_(std::move(request)) {}
    [[nodiscard]] Request get() const {
        const std::scoped_lock lock(mutex_);
        return request_;
    }
    /// Sets a request that the job serves instead of the earlier one, or behind it. Returns false if the job
    /// keeps to the earlier one for long; then a newer job must be started.
    [[nodiscard]] bool replace(const Request& request) {
        const std::scoped_lock lock(mutex_);
        if (!kept_) request_ = request;
        return !kept_;
    }
    /// Tells that the job begins long work for the request, and returns it.
    [[nodiscard]] Request keep() {
        const std::scoped_lock lock(mutex_);
        kept_ = true;
        return request_;
    }

private:
    mutable std::mutex mutex_;
    Request request_;
    bool kept_ = false;
};

} // namespace hitmap
