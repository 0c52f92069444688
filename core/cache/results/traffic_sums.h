#pragma once

#include "core/cache/results/allocation_sums.h"

#include <array>
#include <cstdint>

namespace hitmap {

/// The causes of misses (docs/cache-models.md). All are 0 unless requested.
struct MissClasses {
    std::uint64_t cold = 0;     ///< first look-ups, and those after an invalidation: misses at any capacity
    std::uint64_t capacity = 0; ///< misses in a fully associative LRU cache of the same capacity as well
    std::uint64_t conflict = 0; ///< hits in that cache

    [[nodiscard]] std::uint64_t misses() const { return cold + capacity + conflict; }
    friend bool operator==(const MissClasses&, const MissClasses&) = default;
};

/// Traffic through the caches in sectors of 32 bytes: of everything, of an instruction or of an allocation.
struct TrafficSums {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;         ///< distinct sectors of each request, added up; 0 for shared memory
    std::uint64_t l1_load_lookups = 0; ///< loads on paths that use L1, including local loads
    std::uint64_t l1_load_hits = 0;
    std::uint64_t l1_store_lookups = 0; ///< stores, including local stores
    std::uint64_t l1_store_hits = 0;
    std::uint64_t bypassing = 0;       ///< loads that bypass L1
    std::uint64_t written_through = 0; ///< stores to global memory
    std::uint64_t atomics = 0;
    std::uint64_t written_back = 0; ///< dirty sectors of local memory that L1 evicted
    std::uint64_t l2_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t fetched = 0; ///< sectors from memory into L2
    std::uint64_t written = 0; ///< sectors from L2 to memory; not known by instruction
    MissClasses l1_misses{};
    MissClasses l2_misses{};

    [[nodiscard]] std::uint64_t l1_lookups() const { return l1_load_lookups + l1_store_lookups; }
    [[nodiscard]] std::uint64_t l1_hits() const { return l1_load_hits + l1_store_hits; }
    friend bool operator==(const TrafficSums&, const TrafficSums&) = default;
};

MissClasses& operator+=(MissClasses& classes, const MissClasses& more);
/// Returns pointers to all numbers in a fixed order.
template <class Sums>
[[nodiscard]] constexpr auto numbers_of(Sums& sums) {
    return std::array{&sums.requests,
                      &sums.sectors,
                      &sums.l1_load_lookups,
                      &sums.l1_load_hits,
                      &sums.l1_store_lookups,
                      &sums.l1_store_hits,
                      &sums.bypassing,
                      &sums.written_through,
                      &sums.atomics,
                      &sums.written_back,
                      &sums.l2_lookups,
                      &sums.l2_hits,
                      &sums.fetched,
                      &sums.written,
                      &sums.l1_misses.cold,
                      &sums.l1_misses.capacity,
                      &sums.l1_misses.conflict,
                      &sums.l2_misses.cold,
                      &sums.l2_misses.capacity,
                      &sums.l2_misses.conflict};
}
static_assert(sizeof(TrafficSums) == 20 * sizeof(std::uint64_t), "numbers_of() has all of them");

TrafficSums& operator+=(TrafficSums& sums, const TrafficSums& more);
TrafficSums& operator-=(TrafficSums& sums, const TrafficSums& less);
/// The sums that the table of allocations shows.
[[nodiscard]] AllocationSums allocation_sums(const TrafficSums& sums);

/// Bytes moved between SMs and L1, between L1 (or SMs that bypass it) and L2, and between L2 and memory.
struct MovedBytes {
    std::uint64_t l1 = 0;
    std::uint64_t l2 = 0;
    std::uint64_t dram = 0;      ///< bytes read and, if known, written
    std::uint64_t dram_read = 0; ///< bytes read into L2
};
[[nodiscard]] MovedBytes moved_bytes(const TrafficSums& sums);

} // namespace hitmap
