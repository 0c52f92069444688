#pragma once

#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/traffic_sums.h"
#include "core/cache/stages/pipeline_block.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Numbers of sectors of some lines, all on the same memory path.
struct SectorCounts {
    std::uint32_t all = 0;
    std::uint32_t l1_hits = 0;
    std::uint32_t l2_hits = 0;
    std::uint32_t fetched = 0;
};
SectorCounts& operator+=(SectorCounts& counts, const SectorCounts& more);

/// Counts the `sectors` of a line by outcome; `fetched` is 0.
[[nodiscard]] SectorCounts counts_of(const LineOutcome& line, LineSectors sectors);
/// Returns the sum over all lines of a request.
[[nodiscard]] SectorCounts counts_of(const PipelineBlock& block, std::size_t request);
/// Returns the number of the sectors that are requested from L2.
[[nodiscard]] std::uint32_t l2_lookups_of(MemoryPath path, const SectorCounts& counts);
/// Adds the sectors of requests on the path, but not the number of requests.
void add_counts(TrafficSums& sums, MemoryPath path, const SectorCounts& counts);

} // namespace hitmap
