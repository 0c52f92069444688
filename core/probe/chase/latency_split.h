#pragma once

#include "core/probe/chase/chase.h"

#include <optional>
#include <span>

namespace hitmap {

/// Hits and misses, distinguished by their latency only.
struct LatencySplit {
    double hit = 0.0;              ///< mean latency of hits
    double miss = 0.0;             ///< mean latency of misses
    std::uint32_t slowest_hit = 0; ///< accesses that took longer are misses

    [[nodiscard]] bool is_miss(const ChaseSample& sample) const { return sample.latency > slowest_hit; }
};

/// Splits latencies into the two groups whose means are farthest apart relative to their spread (Otsu 1979).
/// The slowest thousandth is ignored, because of interrupts and similar disturbances. Returns nothing if
/// the means differ by less than three times the spread within the groups, so that there are no two groups.
[[nodiscard]] std::optional<LatencySplit> split_latencies(std::span<const ChaseSample> samples);

} // namespace hitmap
