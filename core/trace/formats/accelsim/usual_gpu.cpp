#include "core/trace/formats/accelsim/usual_gpu.h"

#include "core/trace/model/recording.h"

#include <algorithm>
#include <array>

namespace hitmap::accelsim {

const UsualGpu& usual_gpu(std::uint32_t binary_version) {
    // The limits are those of the CUDA C++ Programming Guide, "Technical specifications per compute
    // capability". The numbers of SMs are those of resources/presets.
    static const std::array<UsualGpu, 11> gpus{{{35, "GeForce GTX 780", 12, 64, 16, 48U << 10U},
                                                {52, "GeForce GTX 980", 16, 64, 32, 96U << 10U},
                                                {61, "GeForce GTX 1080", 20, 64, 32, 96U << 10U},
                                                {70, "V100", 80, 64, 32, 96U << 10U},
                                                {75, "GeForce RTX 2080 Ti", 68, 32, 16, 64U << 10U},
                                                {80, "A100", 108, 64, 32, 164U << 10U},
                                                {86, "GeForce RTX 3090", 82, 48, 16, 100U << 10U},
                                                {89, "GeForce RTX 4090", 128, 48, 24, 100U << 10U},
                                                {90, "H100", 132, 64, 32, 228U << 10U},
                                                {100, "B200", 148, 64, 32, 228U << 10U},
                                                {120, "GeForce RTX 5090", 170, 48, 24, 100U << 10U}}};
    if (binary_version == 0) return usual_gpu(75);
    const auto newer = std::ranges::upper_bound(gpus, binary_version, {},
                                                [](const UsualGpu& gpu) { return gpu.binary_version; });
    return newer == gpus.begin() ? gpus.front() : *(newer - 1);
}

std::uint32_t resident_blocks(const UsualGpu& gpu, std::uint32_t warps_per_block, std::uint32_t registers,
                              std::uint32_t shared_bytes) {
    constexpr std::uint32_t registers_per_sm = 65536;
    constexpr std::uint32_t register_unit = 256; // registers of a warp are allocated in multiples of it
    std::uint32_t blocks = std::min(gpu.blocks_per_sm, gpu.warps_per_sm / std::max(1U, warps_per_block));
    if (registers != 0) {
        const std::uint32_t of_warp =
            (std::min(registers, 255U) * warp_size + register_unit - 1) / register_unit * register_unit;
        blocks = std::min(blocks, registers_per_sm / of_warp / std::max(1U, warps_per_block));
    }
    if (shared_bytes != 0) blocks = std::min(blocks, gpu.shared_bytes_per_sm / shared_bytes);
    return std::max(1U, blocks);
}

} // namespace hitmap::accelsim
