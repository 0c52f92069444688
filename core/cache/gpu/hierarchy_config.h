#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/tlb.h"
#include "core/cache/gpu/gpu_preset.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// Which loads of global memory L1 serves.
enum class L1Loads : std::uint8_t {
    cached, ///< all that name no other cache operator
    opt_in, ///< those that ask for it (ld.ca)
    none,   ///< none: L1 is for local memory only
};
/// What L1 does with the line of a store to global memory, which always writes through.
enum class L1Stores : std::uint8_t {
    update,     ///< sectors that are there stay; no line is allocated
    allocate,   ///< its line has a way afterwards, and in it the sectors whose every byte the request writes
    invalidate, ///< sectors that are there are there no more
};

/// The memory pipeline of a GPU. The default is what the preset turing-rtx2080ti says, whose sources are in
/// resources/presets.
struct HierarchyConfig {
    std::string preset =
        "turing-rtx2080ti"; ///< by name: where what is not given below comes from, for people
    CacheGeometry l1{64U << 10, 128, 32, 128, "lru", "linear"};
    /// L1 caches of that geometry an SM; warp slots take them in turn.
    std::uint32_t l1_units = 1;
    CacheGeometry l2{5632U << 10, 128, 32, 16, "lru", "linear"};
    L1Loads l1_loads = L1Loads::cached;
    L1Stores l1_stores = L1Stores::update;
    /// L2 in so many equal parts, 1 or 2, each for half of the SMs and home of half of the lines. What an SM
    /// reads of the far part is put into its near part, too (A100, H100).
    std::uint32_t l2_partitions = 1;
    /// Memory of consecutive bytes that has one home, a power of two. Of A100, said to be 8 KiB.
    std::uint64_t l2_interleave = 8192;
    /// Of each SM and of the device; nothing: translations are not simulated. They do not change what hits.
    std::optional<TlbGeometry> tlb{TlbGeometry{{{16}}, {{4096}}}};
    std::uint64_t seed = 1;      ///< of policies that draw their victims
    bool explain_misses = false; ///< find out why look-ups missed, too; takes about twice the time
    friend bool operator==(const HierarchyConfig&, const HierarchyConfig&) = default;
};

/// Throws UsageError where a cache is impossible (check_sets), lines are not 32 to 256 bytes or sectors
/// shorter than 32, an L1 has more than 2^20 lines or L2 more than 2^26, units not 1 to 64, partitions not 1
/// or 2 that divide L2 into whole sets, or a TLB is impossible or has pages of less than 256
/// bytes.
void check_hierarchy(const HierarchyConfig& config);

/// What the preset says of caches, writes and, where it knows both levels, TLBs. More partitions of L2 than
/// two count as two.
[[nodiscard]] HierarchyConfig hierarchy_config(const GpuPreset& preset);

} // namespace hitmap
