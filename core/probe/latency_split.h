#pragma once

#include "core/probe/chase.h"

#include <optional>
#include <span>

namespace hitmap {

/// Two kinds of accesses, told apart by their latency alone.
struct LatencySplit {
    double hit = 0.0;              ///< mean of the fast ones
    double miss = 0.0;             ///< mean of the slow ones
    std::uint32_t slowest_hit = 0; ///< an access is a miss where it took longer

    [[nodiscard]] bool is_miss(const ChaseSample& sample) const { return sample.latency > slowest_hit; }
};

/// The split into two groups whose means are farthest apart for their spread (Otsu 1979); the slowest
/// thousandth is left out, for interrupts and the like. Nothing where there are no two groups: the means are
/// less than three times the spread within the groups apart.
[[nodiscard]] std::optional<LatencySplit> split_latencies(std::span<const ChaseSample> samples);

} // namespace hitmap
