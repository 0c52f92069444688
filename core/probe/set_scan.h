#pragma once

#include "core/probe/conflict_group.h"

namespace hitmap {

/// Stage 3: extends the array by one line at a time. Each additional line goes to a set that overflows from
/// then on, and the misses show which lines share this set and how many ways it has. Of large caches only
/// some lengths are tried, to check whether all sets are like the first. Fills in set_ways, order, set_bytes
/// and set_of_line of `result`, whose capacity, line and replacement must be known. Leaves them empty if
/// the observations are inconsistent.
void scan_sets(ProbeBench& bench, const ConflictGroup& group, ProbeResult& result);

} // namespace hitmap
