#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/tlb.h"
#include "core/cache/gpu/gpu_preset.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// The loads of global memory that are looked up in L1.
enum class L1Loads : std::uint8_t {
    cached, ///< all loads without a cache operator that bypasses L1
    opt_in, ///< only loads that request it (ld.ca)
    none,   ///< none: only local memory uses L1
};
/// What a store to global memory does to its line in L1. It always writes through.
enum class L1Stores : std::uint8_t {
    update,     ///< present sectors stay valid; no line is allocated
    allocate,   ///< the line is allocated, and sectors of which the request writes all bytes become valid
    invalidate, ///< present sectors become invalid
};

/// The memory pipeline of a GPU. The default is the preset turing-rtx2080ti; its sources are in
/// resources/presets.
struct HierarchyConfig {
    std::string preset = "turing-rtx2080ti"; ///< name of the preset from which the defaults come, for display
    CacheGeometry l1{64U << 10, 128, 32, 128, "lru", "linear"};
    /// Number of L1 caches of this geometry per SM. Warp slots are assigned to them in turn.
    std::uint32_t l1_units = 1;
    CacheGeometry l2{5632U << 10, 128, 32, 16, "lru", "linear"};
    L1Loads l1_loads = L1Loads::cached;
    L1Stores l1_stores = L1Stores::update;
    /// Number of equal parts of L2, 1 or 2. Each serves half of the SMs and is home of half of the lines.
    /// Data that an SM reads from the far part is also stored in its near part (A100, H100).
    std::uint32_t l2_partitions = 1;
    /// Size of the consecutive bytes with one home, a power of two. For A100, a value of 8 KiB is reported.
    std::uint64_t l2_interleave = 8192;
    /// TLBs of each SM and of the device. If there is no value, translations are not simulated. They do not
    /// affect hits.
    std::optional<TlbGeometry> tlb{TlbGeometry{{{16}}, {{4096}}}};
    std::uint64_t seed = 1;      ///< seed of random policies
    bool explain_misses = false; ///< find the causes of misses; takes about twice the time
    /// Number of SMs of the GPU, for display; no value: not known. A simulation has the SMs of the recording.
    std::optional<std::uint32_t> gpu_sms{68};
    friend bool operator==(const HierarchyConfig&, const HierarchyConfig&) = default;
};

/// Throws UsageError if a cache is impossible (check_sets), a line has not 32 to 256 bytes or a sector less
/// than 32, an L1 has more than 2^20 lines or L2 more than 2^26, the units are not 1 to 64, the partitions
/// are not 1 or 2 or do not divide L2 into whole sets, or a TLB is impossible or has pages of less than 256
/// bytes.
void check_hierarchy(const HierarchyConfig& config);

/// The caches and write policies of the preset and, if it has both levels, its TLBs. More than two partitions
/// of L2 are simulated as two.
[[nodiscard]] HierarchyConfig hierarchy_config(const GpuPreset& preset);

} // namespace hitmap
