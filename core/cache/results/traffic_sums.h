#pragma once

#include "core/cache/results/allocation_sums.h"

#include <array>
#include <cstdint>

namespace hitmap {

/// Why look-ups missed (docs/cache-models.md): all zero where nobody asked.
struct MissClasses {
    std::uint64_t cold = 0;     ///< not there, or no longer, at any capacity
    std::uint64_t capacity = 0; ///< a fully associative LRU cache of the same capacity misses, too
    std::uint64_t conflict = 0; ///< that cache hits

    [[nodiscard]] std::uint64_t misses() const { return cold + capacity + conflict; }
    friend bool operator==(const MissClasses&, const MissClasses&) = default;
};

/// What goes through the caches, in sectors of 32 bytes: of everything, an instruction or an allocation.
struct TrafficSums {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;         ///< distinct ones of each request; none of shared memory
    std::uint64_t l1_load_lookups = 0; ///< of loads that L1 serves; local ones included
    std::uint64_t l1_load_hits = 0;
    std::uint64_t l1_store_lookups = 0; ///< of stores; local ones included
    std::uint64_t l1_store_hits = 0;
    std::uint64_t bypassing = 0;       ///< of loads that do not look into L1
    std::uint64_t written_through = 0; ///< of stores to global memory
    std::uint64_t atomics = 0;
    std::uint64_t written_back = 0; ///< dirty ones of local memory that L1 evicted
    std::uint64_t l2_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t fetched = 0; ///< from memory into L2
    std::uint64_t written = 0; ///< from L2 to memory; not known by instruction
    MissClasses l1_misses{};
    MissClasses l2_misses{};

    [[nodiscard]] std::uint64_t l1_lookups() const { return l1_load_lookups + l1_store_lookups; }
    [[nodiscard]] std::uint64_t l1_hits() const { return l1_load_hits + l1_store_hits; }
    friend bool operator==(const TrafficSums&, const TrafficSums&) = default;
};

MissClasses& operator+=(MissClasses& classes, const MissClasses& more);
/// All of its numbers, in a fixed order: pointers to them.
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
/// What the table of allocations has of it.
[[nodiscard]] AllocationSums allocation_sums(const TrafficSums& sums);

/// Bytes moved: between SMs and L1, L1 (or SMs past it) and L2, L2 and memory.
struct MovedBytes {
    std::uint64_t l1 = 0;
    std::uint64_t l2 = 0;
    std::uint64_t dram = 0;      ///< read and, where that is known, written
    std::uint64_t dram_read = 0; ///< into L2
};
[[nodiscard]] MovedBytes moved_bytes(const TrafficSums& sums);

} // namespace hitmap
