#pragma once

#include "app/figure/figure.h"

namespace hitmap {

/// Returns a figure of the runs of an experiment: a column for each run, rows for the metrics of its mesh
/// pictures (the L1 and L2 hit rate if it has none), rows of the differences to the first run, where both
/// have the same scene and count the same, and the hit rates. Throws Error if there are too many runs for a
/// figure, FileError.
[[nodiscard]] Figure figure_of_experiment(const Experiment& experiment);

} // namespace hitmap
