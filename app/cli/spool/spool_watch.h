#pragma once

#include "app/cli/spool/spool_size.h"

#include <chrono>
#include <functional>
#include <thread>

namespace hitmap {

/// Measures the spools of a run as long as it exists, and warns once when they are large.
class SpoolWatch {
public:
    /// Starts a thread that calls both functions. If the system refuses to start one, spools are not
    /// measured.
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
