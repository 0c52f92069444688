#pragma once

#include "core/analysis/comparison/ncu_csv.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A counter of Nsight Compute that the hierarchy model also computes.
struct CounterPair {
    std::string metric; ///< its name in Nsight Compute
    double measured = 0.0;
    double simulated = 0.0;
    /// (simulated - measured) / measured; for rates in percent, the difference in percentage points. No value
    /// if the measured value is 0 and the simulated one is not.
    std::optional<double> error;
    bool is_rate = false;
};

/// Returns the values that Nsight Compute would report for the simulated requests, by its counter names. By
/// its definitions, a request is an instruction executed by a warp, rates are rates of sectors, and a sector
/// that is absent from a present line is a miss.
[[nodiscard]] std::map<std::string, double, std::less<>> simulated_counters(const RecordingInfo& info,
                                                                            const HierarchyResult& result);

/// Returns the counters that both know, sorted by name. Counts of several kernels are added up; rates are
/// compared only if there is one kernel.
[[nodiscard]] std::vector<CounterPair> compare_counters(std::span<const MeasuredKernel> kernels,
                                                        const RecordingInfo& info,
                                                        const HierarchyResult& result);

} // namespace hitmap
