#pragma once

#include "core/jobs/job_threads.h"

#include <memory>

namespace hitmap {

/// Returns the threads on which all JobRunners of the program run their jobs, so that windows, panes and
/// panels share one budget. They are a part of the application object, which must exist, and give way to the
/// threads that draw. Must be called by the thread of the application.
[[nodiscard]] std::shared_ptr<JobThreads> application_threads();

} // namespace hitmap
