#pragma once

#include "app/sweep/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// One row of the table of results.
struct SweepRun {
    std::size_t scene = 0;
    std::size_t configuration = 0;
    std::size_t cache = 0;
    std::vector<std::size_t> pictures; ///< in rising order
    std::string name;                  ///< "statue_median_paper", used for file names
    /// Hash of everything that the result depends on, except the program. A stored result with another
    /// fingerprint is not reused.
    std::uint64_t fingerprint = 0;
};

/// Runs that share one recording, so that the tracer runs once for them.
struct SweepGroup {
    std::string name{}; ///< "statue_median", that of the recording, used for file names
    std::vector<SweepRun> runs{};
};

/// Returns each run once, in the order of the experiment; groups of one scene are consecutive. Throws
/// FileError (mesh file).
[[nodiscard]] std::vector<SweepGroup> plan_sweep(const Experiment& experiment);

} // namespace hitmap
