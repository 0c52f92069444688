#pragma once

#include "app/sweep/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// One row of the table.
struct SweepRun {
    std::size_t scene = 0;
    std::size_t configuration = 0;
    std::size_t cache = 0;
    std::vector<std::size_t> pictures; ///< rising
    std::string name;                  ///< "statue_median_paper", of its files
    /// Of everything that its result depends on but the program: a result of another is not taken up.
    std::uint64_t fingerprint = 0;
};

/// Runs of one recording: the tracer runs once for them.
struct SweepGroup {
    std::vector<SweepRun> runs;
};

/// Each run once, in the order in which the experiment names them; groups of one scene follow one another.
/// Throws FileError (mesh file).
[[nodiscard]] std::vector<SweepGroup> plan_sweep(const Experiment& experiment);

} // namespace hitmap
