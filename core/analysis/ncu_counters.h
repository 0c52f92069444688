#pragma once

#include "core/analysis/ncu_csv.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A counter of Nsight Compute that the hierarchy model has, too.
struct CounterPair {
    std::string metric; ///< ncu's name
    double measured = 0.0;
    double simulated = 0.0;
    /// Simulated less measured, as a share of the measured; of rates, in per cent, the difference in points.
    /// Nothing where nothing was measured but something simulated.
    std::optional<double> error;
    bool is_rate = false;
};

/// What ncu would count of the simulated requests, by its names. Its definitions: a request is an instruction
/// executed by a warp; rates are of sectors; a sector that is absent from a line that is there is a miss.
[[nodiscard]] std::map<std::string, double, std::less<>> simulated_counters(const RecordingInfo& info,
                                                                            const HierarchyResult& result);

/// Counters that both have, in the order of their names. Those of several kernels are added up; rates are
/// compared where there is one kernel.
[[nodiscard]] std::vector<CounterPair> compare_counters(std::span<const MeasuredKernel> kernels,
                                                        const RecordingInfo& info,
                                                        const HierarchyResult& result);

} // namespace hitmap
