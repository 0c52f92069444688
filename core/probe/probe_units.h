#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/probe/chase/simulated_source.h"

#include <string>
#include <variant>
#include <vector>

namespace hitmap {

/// A cache or TLB that can be probed.
struct ProbeUnit {
    std::string name;  ///< "l1", "l2", "texture", "read_only", "l1_tlb", "l2_tlb"
    std::string title; ///< "L1 TLB"
    std::variant<CacheGeometry, TlbLevelGeometry> geometry;
    ProbeLatency latency;
    /// False: the preset has none, and two placeholders distinguish hits from misses.
    bool latency_known = true;

    [[nodiscard]] SimulatedSource source() const;
    [[nodiscard]] bool is_tlb() const { return std::holds_alternative<TlbLevelGeometry>(geometry); }
};

/// All caches and TLBs of a preset, each in isolation: L2 is chased by loads that bypass L1, TLBs with all
/// data in L2.
[[nodiscard]] std::vector<ProbeUnit> probe_units(const GpuPreset& preset);

} // namespace hitmap
