#pragma once

#include "app/cli/base/spool_size.h"

#include <chrono>
#include <functional>
#include <thread>

namespace hitmap {

/// Measures the spools of a run as long as it exists, and warns once when they are large.
class SpoolWatch {
public:
    /// Both functions are called by a thread of their own. Where none can be started, nobody watches.
    /// @param pause  between two measurements
    SpoolWatch(std::function<SpoolSize()> measure, std::function<void(const SpoolSize&)> warn,
               std::chrono::milliseconds pause = std::chrono::milliseconds(500));
    ~SpoolWatch();
    SpoolWatch(const SpoolWatch&) = delete;
    SpoolWatch& operator=(const SpoolWatch&) = delete;

private:
    std::jthread watcher_;
};

} // namespace hitmap
