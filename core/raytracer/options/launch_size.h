#pragma once

#include "core/raytracer/options/trace_options.h"

#include <cstdint>

namespace hitmap {

/// The blocks of a launch of one of the kernels.
struct LaunchSize {
    std::uint32_t blocks = 1;
    std::uint32_t warps_per_block = 1;
};

/// Persistent threads fill the device; otherwise there is one thread per pixel. A block has up to 4 warps
/// (128 threads if warps have 32 lanes), a divisor of the SM's warps, so that blocks fill the SM completely.
[[nodiscard]] LaunchSize launch_size(const TraceOptions& options);

} // namespace hitmap
