#pragma once

#include "core/cache/gpu/gpu_preset.h"

#include <cstdint>

namespace hitmap {

/// How shared memory lies in banks. A bank serves one row at a time, `bank_bytes` wide; lanes that ask for
/// the same row are served together. Words of 4 bytes go to the banks `mapping_bytes` at a time: 4 or 8.
/// Banks of 8 bytes mapped by 4 have words 32 apart in one row (Mei et al. 2014, figure 6).
struct BankLayout {
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::uint32_t mapping_bytes = 4; ///< divides bank_bytes
};

/// Ways of the conflict when lane l of `lanes` loads word l x stride: most rows that one bank has to serve.
/// At least 1.
[[nodiscard]] std::uint32_t conflict_ways(const BankLayout& layout, std::uint64_t stride_words,
                                          std::uint32_t lanes = 32);

/// Cycles of such a load: rows of one bank follow one another.
struct BankTiming {
    double latency = 50.0;         ///< without a conflict
    double conflict_cycles = 37.4; ///< that a further way adds
    [[nodiscard]] double cycles(std::uint32_t ways) const { return latency + conflict_cycles * (ways - 1); }
};
/// Of the preset, where it knows both; Fermi's otherwise.
[[nodiscard]] BankTiming bank_timing(const GpuPreset& preset);

} // namespace hitmap
