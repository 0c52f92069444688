#pragma once

#include "core/probe/latency_split.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hitmap {

/// What a probe says of replacement.
enum class Replacement : std::uint8_t { undetermined, lru, fifo, not_lru };
[[nodiscard]] std::string_view name_of(Replacement replacement); ///< "LRU", "FIFO", "not LRU", "undetermined"

/// How sets follow one another in memory.
enum class SetOrder : std::uint8_t { undetermined, linear, hashed };
[[nodiscard]] std::string_view name_of(SetOrder order);

/// What latencies tell of a cache or a TLB. Nothing stands where it cannot be told, never a guess.
struct ProbeResult {
    std::optional<LatencySplit> latency;
    /// Bytes that one miss fetches: the sector where lines have sectors, otherwise the line or page.
    std::optional<std::uint64_t> fetched;
    /// Largest array, in bytes, of which all stayed, and smallest of which not all did. The capacity is the
    /// former where nothing lies between them.
    std::uint64_t fits = 0;
    std::optional<std::uint64_t> overflows;
    std::optional<std::uint64_t> capacity;
    std::optional<std::uint64_t> line; ///< what a tag stands for
    std::vector<std::uint64_t>
        set_ways; ///< ways of each set, in the order in which sets overflow; empty: not told
    Replacement replacement = Replacement::undetermined;
    std::optional<bool> periodic; ///< whether every lap misses the same accesses
    SetOrder order = SetOrder::undetermined;
    /// Where sets follow one another linearly: successive bytes in one set before the next one's.
    std::optional<std::uint64_t> set_bytes;
    /// [lines of the capacity + as many as there are sets] the set of each line, numbered in the order in
    /// which they overflow; where all lines were followed.
    std::vector<std::uint32_t> set_of_line;
    std::uint64_t accesses = 0; ///< that the chases made

    /// Where all sets have as many.
    [[nodiscard]] std::optional<std::uint64_t> ways() const;
    [[nodiscard]] std::optional<std::uint64_t> sets() const;
};

} // namespace hitmap
