#pragma once

#include "core/probe/chase/chase_csv.h"
#include "core/probe/miss_curve.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <string>
#include <vector>

namespace hitmap {

/// Miss rates as a function of the size of the array, for one replacement policy.
struct MissCurve {
    std::string name; ///< suffix of a file name, such as "-lru"; empty: the unit with its own policy
    std::string title;
    std::vector<MissPoint> points; ///< sorted by size of the array
};

/// The plots of a probe. What the probe could not determine is left out.
struct ProbePlots {
    std::vector<ChaseSample> latencies; ///< latencies of a chase with one line too many: the first three laps
    std::string latencies_of;           ///< what was chased, for a title: "129 lines, one more than fit"
    std::uint64_t line = 0;             ///< bytes of a line in `curves`
    std::vector<MissCurve> curves;
};

/// Chases the unit again. For Fermi's L1, the curves of LRU and of a fixed sequence of victims are added for
/// comparison (Mei et al. 2014, figure 9). Throws Cancelled.
[[nodiscard]] ProbePlots probe_plots(const ProbeUnit& unit, const ProbeResult& result, const JobContext& job);
/// Plots measured runs: the latencies of the longest run, and the curve of the uniform runs of two laps or
/// more.
[[nodiscard]] ProbePlots probe_plots(std::span<const ChaseRun> runs, const ProbeResult& result);

} // namespace hitmap
