#pragma once

#include "core/jobs/progress.h"
#include "core/probe/probe_result.h"

namespace hitmap {

/// Infers a cache or a TLB from pointer chases, by (index, latency) alone: the fine-grained benchmark of Mei
/// et al. 2014, section 3.2, whose four stages are capacity, line, sets and replacement, with chains in other
/// orders (their "non-uniform strides") where the four leave something open.
///
/// It relies on a line going to a free way while its set has one. Capacity is exact where successive lines
/// fill all sets evenly, as under linear and XOR-folded set indices. What does not fit together is left out.
/// Throws Cancelled.
[[nodiscard]] ProbeResult probe_cache(ChaseSource& source, const JobContext& job);

} // namespace hitmap
