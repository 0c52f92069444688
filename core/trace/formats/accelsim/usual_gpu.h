#pragma once

#include <cstdint>
#include <string>

namespace hitmap::accelsim {

/// The GPU that a trace is assumed to come from, with the limits of an SM on resident blocks.
struct UsualGpu {
    std::uint32_t binary_version = 0; ///< compute capability without its point: 75
    std::string name;
    std::uint32_t sms = 0;
    std::uint32_t warps_per_sm = 0;
    std::uint32_t blocks_per_sm = 0;
    std::uint32_t shared_bytes_per_sm = 0;
};

/// Returns the usual GPU of a binary version: the newest one that is not newer than it, because SMs change
/// little between versions.
[[nodiscard]] const UsualGpu& usual_gpu(std::uint32_t binary_version);

/// How many blocks are resident on an SM, at least 1.
/// @param registers     per thread
/// @param shared_bytes  per block
[[nodiscard]] std::uint32_t resident_blocks(const UsualGpu& gpu, std::uint32_t warps_per_block,
                                            std::uint32_t registers, std::uint32_t shared_bytes);

} // namespace hitmap::accelsim
