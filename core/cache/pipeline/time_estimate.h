#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/cache/pipeline/hierarchy_result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hitmap {

/// How long a recording takes at least by the bandwidths of a preset, if everything else cost nothing and
/// nothing ever waited: an estimate, and a lower bound. In cycles; nothing where the preset lacks a figure.
struct TimeEstimate {
    std::uint32_t sm = 0;              ///< the busiest one, whose cycles come first
    double issue_cycles = 0.0;         ///< a request a cycle
    std::optional<double> l1_cycles;   ///< 32 B a look-up, over the bandwidth of L1
    std::optional<double> l2_cycles;   ///< 32 B a look-up, over the bandwidth of L2
    std::optional<double> dram_cycles; ///< bytes fetched and written, over the bandwidth of DRAM

    double cycles = 0.0;                 ///< the largest of those known
    std::string_view bound_by = "issue"; ///< "issue", "L1", "L2" or "DRAM"
    std::optional<double> milliseconds;  ///< at the preset's clock

    /// Of a sector that a load asks for, from where it is found. Not a bound: latencies overlap.
    std::optional<double> mean_load_latency;
};

/// `info`: of the recording that the result is of.
[[nodiscard]] TimeEstimate estimate_time(const HierarchyResult& result, const RecordingInfo& info,
                                         const GpuPreset& preset);

} // namespace hitmap
