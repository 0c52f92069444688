#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/cache/results/traffic_sums.h"

namespace hitmap {

/// The cycles after which a sector of a load is there, by the level that has it.
struct LevelLatencies {
    double l1 = 0.0;
    double l2 = 0.0;
    double dram = 0.0;
    bool of_preset = true; ///< false: the preset does not state all three, or they do not rise
};

/// The latencies of the preset. If it does not state all three, or they do not rise, those that
/// resources/presets has of the GeForce RTX 2080 Ti: only their ratios matter for ranks.
[[nodiscard]] LevelLatencies level_latencies(const GpuPreset& preset);

/// The waiting of loads and atomics, in cycles: the latencies of all their sectors, added up as if each
/// waited alone. Divided by the number of look-ups this is the average memory access time. It weighs
/// look-ups, traffic to L2 and traffic to memory against one another; it is no prediction of run time, since
/// latencies overlap. Stores do not wait.
[[nodiscard]] double waiting_of(const TrafficSums& sums, const LevelLatencies& latencies);

/// What the levels contribute to the waiting: it is their sum.
struct WaitingParts {
    double l1 = 0.0;   ///< every look-up of a load in L1
    double l2 = 0.0;   ///< what goes to L2, beyond its look-up in L1
    double dram = 0.0; ///< what comes from memory, beyond its look-up in L2
};
[[nodiscard]] WaitingParts waiting_parts(const TrafficSums& sums, const LevelLatencies& latencies);

} // namespace hitmap
