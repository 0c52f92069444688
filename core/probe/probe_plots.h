#pragma once

#include "core/probe/chase_csv.h"
#include "core/probe/miss_curve.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <string>
#include <vector>

namespace hitmap {

/// Miss rates over the size of the array, of one way to replace lines.
struct MissCurve {
    std::string name; ///< "-lru" for a name of a file; empty: the unit as it is
    std::string title;
    std::vector<MissPoint> points; ///< by rising size
};

/// What is drawn of a probe: nothing of what it could not tell.
struct ProbePlots {
    std::vector<ChaseSample> latencies; ///< of a chase with one line too many: the first three laps
    std::string latencies_of;           ///< what was chased: "129 lines, one more than fit"; for a title
    std::uint64_t line = 0;             ///< bytes of a line of `curves`
    std::vector<MissCurve> curves;
};

/// Chases the unit again. For Fermi's L1, the curves of LRU and of a sequence of victims stand beside its own
/// (Mei et al. 2014, figure 9). Throws Cancelled.
[[nodiscard]] ProbePlots probe_plots(const ProbeUnit& unit, const ProbeResult& result, const JobContext& job);
/// From what was measured: the longest run, and the uniform runs of two laps or more.
[[nodiscard]] ProbePlots probe_plots(std::span<const ChaseRun> runs, const ProbeResult& result);

} // namespace hitmap
