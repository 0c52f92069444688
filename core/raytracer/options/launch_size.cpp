#include "core/raytracer/options/launch_size.h"

namespace hitmap {

namespace {

std::uint32_t warps_per_block(std::uint32_t warps_per_sm) {
    for (std::uint32_t warps = 4; warps > 1; --warps)
        if (warps_per_sm % warps == 0) return warps;
    return 1;
}

} // namespace

LaunchSize launch_size(const TraceOptions& options) {
    const std::uint32_t warps = warps_per_block(options.warps_per_sm);
    if (options.kernel != Kernel::pixel) return {options.sm_count * (options.warps_per_sm / warps), warps};
    const std::uint32_t threads = warps * options.warp_lanes;
    return {(options.width * options.height + threads - 1) / threads, warps};
}

} // namespace hitmap
