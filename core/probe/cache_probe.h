#pragma once

#include "core/jobs/progress.h"
#include "core/probe/probe_result.h"

namespace hitmap {

/// Infers the parameters of a cache or a TLB from pointer chases, using (index, latency) only. This is the
/// fine-grained benchmark of Mei et al. 2014, section 3.2, with its four stages: capacity, line, sets and
/// replacement. If these are inconclusive, chains in other orders follow (their "non-uniform strides").
///
/// Assumes that a line goes to a free way while its set has one. The capacity is exact if successive lines
/// fill all sets evenly, as under linear and XOR-folded set indices. Results that contradict each other are
/// left out. Throws Cancelled.
[[nodiscard]] ProbeResult probe_cache(ChaseSource& source, const JobContext& job);

} // namespace hitmap
