#pragma once

#include "core/cache/results/level.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// A line that a cache holds at a moment, with any of its sectors valid or not. Positions are those of
/// requests: the number of element accesses before them, or of requests if the recording has no element
/// accesses.
struct HeldLine {
    std::uint64_t address = 0;               ///< of its first byte; of local memory, a number without meaning
    std::uint64_t put_in = 0;                ///< position of the use that put it in
    std::uint64_t last_use = 0;              ///< position of the last use before the moment
    std::optional<std::uint64_t> next_use{}; ///< position of the next use, by anyone; none: never used again
    std::uint32_t set = 0;                   ///< number in the array
    std::uint16_t allocation = 0; ///< that it was put in for; CoalescedRequests::no_allocation: none
    std::uint16_t box_level = 0;  ///< of the box at the sector that it was put in for; BoxLevels::none: none
    std::uint8_t array = 0;       ///< unit of the SM, or partition of L2
    bool next_is_present = false; ///< whether the line is still held at its next use
    friend bool operator==(const HeldLine&, const HeldLine&) = default;
};

/// Which lines a HeldLinesSink collects.
struct WantedHeldLines {
    Level level{};
    std::uint32_t sm = 0; ///< whose L1
    /// Ascending positions. A moment is before the first request at or after its position; that of
    /// RecordingInfo::positions(), or behind it, is the end of everything.
    std::vector<std::uint64_t> moments;
    /// If the cache has more lines, only each n-th set is collected, with the least power of two n for which
    /// this many lines suffice, or only the first set of each array.
    std::uint64_t most_lines = ~std::uint64_t{0};
};

/// The lines that one cache holds at some moments.
struct HeldLines {
    WantedHeldLines request;
    std::uint64_t sets = 1;     ///< of an array
    std::uint64_t set_step = 1; ///< sets whose number is a multiple of this are collected
    std::uint64_t ways = 1;
    std::uint32_t arrays = 1; ///< units of the SM, or partitions of L2
    std::uint32_t line_bytes = 1;
    std::vector<std::vector<HeldLine>> moments; ///< [moments] sorted by array, set and address
};

} // namespace hitmap
