#include "app/cli/spool/spool_watch.h"

#include "core/base/error.h"
#include "core/jobs/start_thread.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <utility>

namespace hitmap {

namespace {

void watch(const std::function<SpoolSize()>& measure, const std::function<void(const SpoolSize&)>& warn,
           std::chrono::milliseconds pause, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        if (const SpoolSize size = measure(); is_large(size)) return warn(size);
        stopped.wait_for(lock, stop, pause, [] { return false; });
    }
}

} // namespace

SpoolWatch::SpoolWatch(std::function<SpoolSize()> measure, std::function<void(const SpoolSize&)> warn,
                       std::chrono::milliseconds pause) {
    try {
        watcher_ = start_thread("watching the spool", [measure = std::move(measure), warn = std::move(warn),
                                                       pause](const std::stop_token& stop) {
            try {
                watch(measure, warn, pause, stop);
            } catch (const std::exception&) { // such as a lack of memory
            }
        });
    } catch (const Error&) { // the program is recorded all the same
    }
}

SpoolWatch::~SpoolWatch() = default;

} // namespace hitmap
