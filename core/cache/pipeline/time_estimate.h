#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hitmap {

/// A lower bound of the run time of a recording. Each time is computed from a bandwidth of the preset, as if
/// all other work took no time and nothing ever waited. Times are in cycles; they have no value if the preset
/// lacks the bandwidth.
struct TimeEstimate {
    std::uint32_t sm = 0;            ///< the SM that takes longest; issue_cycles and l1_cycles are of this SM
    double issue_cycles = 0.0;       ///< one request per cycle
    std::optional<double> l1_cycles; ///< 32 B per look-up / bandwidth of L1
    std::optional<double> l2_cycles; ///< 32 B per look-up / bandwidth of L2
    std::optional<double> dram_cycles; ///< bytes read and written / bandwidth of DRAM

    double cycles = 0.0;                 ///< maximum of the known values
    std::string_view bound_by = "issue"; ///< "issue", "L1", "L2" or "DRAM"
    std::optional<double> milliseconds;  ///< at the preset's clock

    /// Mean latency of a sector of a load, by the level that has it. This is no bound, since latencies
    /// overlap.
    std::optional<double> mean_load_latency;
};

/// Estimates the time of a result. `info` describes the simulated recording.
[[nodiscard]] TimeEstimate estimate_time(const HierarchyResult& result, const RecordingInfo& info,
                                         const GpuPreset& preset);

} // namespace hitmap
