#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/probe/hierarchy_probe.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// The device that was measured, and when.
struct MeasuredDevice {
    std::string name;
    std::string driver; ///< may be empty
    std::string vendor;
    std::string date; ///< "2026-11-24"
    bool is_cpu = false;
    std::uint32_t sms = 0;   ///< 0: not known
    std::uint32_t lanes = 0; ///< of a warp; 0: not known
    double clock = 0.0;      ///< of the shader clock, in MHz; 0: not known
};

/// Returns a preset of what was measured, with "measured here" as its source. The first cache is L1, the next
/// one L2, and caches behind it are for information, as in docs/presets.md. Ways, sets, policy and index are
/// assumed: sets of a power of two and 9 to 16 ways, whose capacity is the nearest to the measured one.
/// Throws Error if fewer than two caches were found.
[[nodiscard]] GpuPreset measured_preset(const ProbedHierarchy& probed, const MeasuredDevice& device);

} // namespace hitmap
