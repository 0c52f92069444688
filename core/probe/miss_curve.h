#pragma once

#include "core/probe/chase/chase.h"
#include "core/probe/chase/latency_split.h"
#include "core/probe/chase/simulated_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The lines that miss in a lap over an array, after the first lap: a mean over laps.
struct MissPoint {
    std::uint64_t lines = 0; ///< size of the array
    double missed = 0.0;

    /// Figures 9 and 11 of Mei et al. 2014: missed lines divided by all lines.
    [[nodiscard]] double rate() const { return missed / static_cast<double>(lines); }
};

/// Arrays of `first`, `first` + step, ... up to `last` lines of `line` bytes are chased with one word per
/// line, for `laps` laps after the first one. Sizes that the source does not have are left out. Throws
/// Cancelled.
struct MissCurveRange {
    std::uint64_t line = 128;
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    std::uint64_t step = 1;
    std::uint64_t laps = 16;
};
[[nodiscard]] std::vector<MissPoint> miss_curve(ChaseSource& source, const LatencySplit& split,
                                                const MissCurveRange& range, const JobContext& job);

/// Fermi's L1 (16 KiB, 32 sets of 4 ways, published hash) with a fixed sequence of victims instead of random
/// ones: in each set, ways 2, 1, 2, 3, 2, 4 in turn. Way 2 is thus replaced at every second miss, as in the
/// odds of Mei et al. 2014, section 4.2: 1/6, 1/2, 1/6, 1/6.
[[nodiscard]] SimulatedSource fermi_victim_sequence(ProbeLatency latency);

} // namespace hitmap
