#pragma once

#include "core/cache/gpu/gpu_preset.h"

#include <cstdint>

namespace hitmap {

/// The layout of shared memory in banks. A bank serves one row of `bank_bytes` at a time; lanes that ask for
/// the same row are served together. Consecutive pieces of `mapping_bytes` (4 or 8) go to consecutive banks.
/// If banks of 8 bytes are mapped by 4, words that are 32 apart are in one row (Mei et al. 2014, figure
/// 6).
struct BankLayout {
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::uint32_t mapping_bytes = 4; ///< divides bank_bytes
};

/// The degree of the bank conflict when lane l of `lanes` loads word l x stride: the most rows that one bank
/// has to serve. At least 1.
[[nodiscard]] std::uint32_t conflict_ways(const BankLayout& layout, std::uint64_t stride_words,
                                          std::uint32_t lanes = 32);

/// The duration of such a load in cycles: the rows of one bank are served one after the other.
struct BankTiming {
    double latency = 50.0;         ///< without a conflict
    double conflict_cycles = 37.4; ///< added by each further row
    [[nodiscard]] double cycles(std::uint32_t ways) const { return latency + conflict_cycles * (ways - 1); }
};
/// The values of the preset, if it has both; otherwise those of Fermi.
[[nodiscard]] BankTiming bank_timing(const GpuPreset& preset);

} // namespace hitmap
