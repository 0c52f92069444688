#pragma once

#include "core/jobs/progress.h"

#include <cstddef>

namespace hitmap {

/// For loops whose steps are short: asks the job every some thousand steps, `i` is the step's number. Throws
/// Cancelled.
inline void check_often(std::size_t i, const JobContext& job) {
    constexpr std::size_t interval = std::size_t{1} << 14;
    if (i % interval == 0) job.check();
}

} // namespace hitmap
