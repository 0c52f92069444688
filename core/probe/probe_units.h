#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/probe/simulated_source.h"

#include <string>
#include <variant>
#include <vector>

namespace hitmap {

/// A cache or TLB to turn the chase on.
struct ProbeUnit {
    std::string name;  ///< "l1", "l2", "texture", "read_only", "l1_tlb", "l2_tlb"
    std::string title; ///< "L1 TLB"
    std::variant<CacheGeometry, TlbLevelGeometry> geometry;
    ProbeLatency latency;
    bool latency_known = true; ///< false: the preset has none, and two numbers stand for them

    [[nodiscard]] SimulatedSource source() const;
    [[nodiscard]] bool is_tlb() const { return std::holds_alternative<TlbLevelGeometry>(geometry); }
};

/// Every cache and TLB of a preset, each on its own: L2 as chased by loads that bypass L1, TLBs with the data
/// in L2.
[[nodiscard]] std::vector<ProbeUnit> probe_units(const GpuPreset& preset);

} // namespace hitmap
