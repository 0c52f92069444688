#pragma once

#include "core/jobs/progress.h"

#include <cstddef>

namespace hitmap {

/// Checks for cancellation every few thousand steps, for loops whose steps are short. `i` is the number of
/// the step. Throws Cancelled.
inline void check_often(std::size_t i, const JobContext& job) {
    constexpr std::size_t interval = std::size_t{1} << 14;
    if (i % interval == 0) job.check();
}

} // namespace hitmap
