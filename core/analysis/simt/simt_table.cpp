#include "core/analysis/simt/simt_table.h"

#include <array>
#include <cstddef>

namespace hitmap {

std::span<const SimtByInfo> simt_tables() {
    static constexpr std::array tables{
        SimtByInfo{SimtBy::launch, "launch", "launches", "Launch"},
        SimtByInfo{SimtBy::kernel, "kernel", "kernels", "Kernel"},
        SimtByInfo{SimtBy::line, "line", "lines", "Source line"},
        SimtByInfo{SimtBy::instruction, "instruction", "instructions", "Instruction"},
        SimtByInfo{SimtBy::allocation, "allocation", "allocations", "Allocation"},
        SimtByInfo{SimtBy::ray_kind, "ray-kind", "ray_kinds", "Ray kind"},
        SimtByInfo{SimtBy::bounce, "bounce", "bounces", "Bounce"},
        SimtByInfo{SimtBy::sm, "sm", "sms", "SM"},
        SimtByInfo{SimtBy::frame, "frame", "frames", "Frame"},
        SimtByInfo{SimtBy::pixel, "pixel", "pixels", "Pixel"},
    };
    return tables;
}

const SimtByInfo& info_of(SimtBy by) {
    return simt_tables()[static_cast<std::size_t>(by)];
}

} // namespace hitmap
