#pragma once

#include "app/cli/base/info_json.h"
#include "core/analysis/comparison/ncu_counters.h"

#include <span>
#include <string>

namespace hitmap {

/// Compares counters of Nsight Compute with those of a simulation.
struct MeasuredReport {
    std::string file;
    std::vector<MeasuredKernel> kernels;
};
/// Throws FileError.
[[nodiscard]] MeasuredReport read_measured(const std::string& file);

/// Returns {"file", "kernels": [names], "counters": [{"metric", "measured", "simulated", "error"}]}; error is
/// null if there is no measured value.
[[nodiscard]] Json measured_json(const MeasuredReport& measured, const RecordingInfo& info,
                                 const HierarchyResult& result);
[[nodiscard]] std::string measured_table(const MeasuredReport& measured, const RecordingInfo& info,
                                         const HierarchyResult& result);

} // namespace hitmap
