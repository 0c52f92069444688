#pragma once

#include "core/probe/conflict_group.h"

namespace hitmap {

/// Stage 3: makes the array longer by a line at a time, each of which goes to a set that overflows from then
/// on, and reads from the accesses missed which lines share it and how many ways it has. Large caches are
/// tried at some lengths only, for whether all sets are like the first. Fills set_ways, order, set_bytes and
/// set_of_line of `result`, whose capacity, line and replacement are known; leaves them where what is seen
/// does not fit together.
void scan_sets(ProbeBench& bench, const ConflictGroup& group, ProbeResult& result);

} // namespace hitmap
