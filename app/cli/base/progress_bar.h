#pragma once

#include "core/jobs/progress.h"

#include <chrono>
#include <string>
#include <thread>

namespace hitmap {

/// One line of text for a snapshot: stage, bar and percentage where the total is known, rate and time left.
/// @param seconds  since the stage began
/// @param width    columns of the terminal; the text has at most width - 1
[[nodiscard]] std::string progress_line(const Progress::Snapshot& snapshot, double seconds, unsigned width);

/// Shows a progress on standard error while it lives, if that is a terminal and the work takes longer than
/// half a second; removes the line at the end. Does nothing in a pipe.
class ProgressBar {
public:
    explicit ProgressBar(const Progress& progress);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

private:
    void show(const std::stop_token& ended);

    const Progress& progress_;
    std::jthread painter_;
};

} // namespace hitmap
