#pragma once

#include "core/probe/chase/latency_split.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hitmap {

/// What a probe found out about replacement.
enum class Replacement : std::uint8_t { undetermined, lru, fifo, not_lru };
[[nodiscard]] std::string_view name_of(Replacement replacement); ///< "LRU", "FIFO", "not LRU", "undetermined"

/// How consecutive lines are distributed over sets.
enum class SetOrder : std::uint8_t { undetermined, linear, hashed };
[[nodiscard]] std::string_view name_of(SetOrder order);

/// What latencies reveal about a cache or a TLB. Values that cannot be determined are empty, never guessed.
struct ProbeResult {
    std::optional<LatencySplit> latency;
    /// Bytes that one miss fetches: the sector if lines have sectors, otherwise the line or page.
    std::optional<std::uint64_t> fetched;
    /// The largest array, in bytes, that stayed completely, and the smallest that did not. `fits` is the
    /// capacity if no size lies between them.
    std::uint64_t fits = 0;
    std::optional<std::uint64_t> overflows;
    std::optional<std::uint64_t> capacity;
    std::optional<std::uint64_t> line; ///< bytes that a tag represents
    std::vector<std::uint64_t>
        set_ways; ///< ways of each set, in the order in which sets overflow; empty: not determined
    Replacement replacement = Replacement::undetermined;
    std::optional<bool> periodic; ///< whether all laps have the same misses
    SetOrder order = SetOrder::undetermined;
    /// For a linear order of sets: consecutive bytes that belong to one set.
    std::optional<std::uint64_t> set_bytes;
    /// [lines of the capacity + number of sets] the set of each line, where sets are numbered in the order in
    /// which they overflow. Empty unless all lines were followed.
    std::vector<std::uint32_t> set_of_line;
    std::uint64_t accesses = 0; ///< number of accesses that the chases made

    /// The number of ways, if it is the same for all sets.
    [[nodiscard]] std::optional<std::uint64_t> ways() const;
    [[nodiscard]] std::optional<std::uint64_t> sets() const;
};

} // namespace hitmap
