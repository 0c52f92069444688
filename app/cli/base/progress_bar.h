#pragma once

#include "core/jobs/progress.h"

#include <chrono>
#include <string>
#include <thread>

namespace hitmap {

/// Returns one line of text for a snapshot: stage, bar and percentage if the total is known, rate and
/// remaining time.
/// @param seconds  since the start of the stage
/// @param width    columns of the terminal; the text has at most width - 1
[[nodiscard]] std::string progress_line(const Progress::Snapshot& snapshot, double seconds, unsigned width);

/// Shows the progress on standard error while it exists, if that is a terminal and the work takes longer than
/// half a second. The line is removed at the end.
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
