#pragma once

#include "core/probe/latency_sweep.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The distance of loads when sizes of arrays are compared, in bytes. Where lines are longer, some loads hit
/// in a line that has just been fetched, which lowers the latencies of misses and leaves capacities as they
/// are.
inline constexpr std::uint64_t size_stride = 64;
/// The distance of loads that are in pages of their own. Not a power of two, so that they are in all sets of
/// a cache.
inline constexpr std::uint64_t page_stride = 4096 + 64;

/// A cache that the latencies of a sweep reveal.
struct ProbedLevel {
    std::uint64_t capacity = 0; ///< bytes
    double latency = 0.0;       ///< of a hit, in cycles
    /// Bytes that a miss fetches. Empty if latencies do not tell.
    std::optional<std::uint64_t> fetched;
    /// Bytes that a tag represents. Empty in what infer_hierarchy() returns, since means do not tell.
    std::optional<std::uint64_t> line{};
};

/// A translation look-aside buffer.
struct ProbedTlb {
    std::uint64_t reach = 0; ///< bytes whose pages fit
    double penalty = 0.0;    ///< cycles that a miss adds
};

struct ProbedHierarchy {
    std::vector<ProbedLevel> levels; ///< nearest first
    std::vector<ProbedTlb> tlbs;
    double memory_latency = 0.0; ///< cycles of the largest array
    /// Whether latencies did not rise any more before the largest array, so that memory_latency is that of
    /// one level alone: memory, or a cache that holds the largest array.
    bool memory_reached = false;
    std::uint64_t largest = 0; ///< bytes of the largest array
};

/// A range of sizes in which latencies rise.
struct LatencyRise {
    double size = 0.0;  ///< bytes at which a quarter of the rise is done
    double first = 0.0; ///< bytes of the last array before it
    double last = 0.0;  ///< bytes of the first array after it
    double below = 0.0; ///< latency before
    double above = 0.0; ///< latency after
};

/// Finds the rises of latencies over sizes in the points with this stride in random order. Disturbances only
/// add to latencies, so that a point counts with the least latency of any array that is not smaller.
[[nodiscard]] std::vector<LatencyRise> latency_rises(std::span<const SweepPoint> points,
                                                     std::uint64_t stride);

/// Infers caches and TLBs from mean latencies. A capacity is the size at which latencies have risen by a
/// quarter of the way to the next level. TLBs are inferred from the arrays of which one word per page is
/// loaded. A rise that goes on in the largest array is left out. The means are those of Mei et al. 2014,
/// listing 2.
[[nodiscard]] ProbedHierarchy infer_hierarchy(std::span<const SweepPoint> points);

} // namespace hitmap
