#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/encoding/run.h"
#include "core/profile/query/time_window.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

inline constexpr std::size_t chunk_runs = 256;
inline constexpr unsigned element_bits = 13; ///< numbers of elements are less than 2^13
/// Decoding reads up to this many bytes beyond the end of a chunk (and ignores them).
inline constexpr std::size_t chunk_padding = 8;

/// Columns of up to chunk_runs runs.
struct DecodedRuns {
    template <class T>
    using Values = std::array<T, chunk_runs>;
    template <class T>
    using PerLevel = std::array<Values<T>, cache_levels>;

    std::size_t count = 0;
    Values<std::uint32_t> position; ///< valid where Column::last was asked for
    Values<std::uint16_t> element;
    Values<std::uint16_t> length;
    std::array<bool, cache_levels> has_misses; ///< false: misses of the level are all 0 and not filled in
    std::array<std::array<std::uint32_t, chunk_runs + 1>, cache_levels> misses; ///< the last is scratch
    bool has_lookups; ///< false: every element has its usual look-ups and `lookups` is not filled in
    PerLevel<std::uint8_t> lookups;
    PerLevel<std::uint32_t> distance; ///< this and the next two: where one of the level's was asked for
    PerLevel<std::uint16_t> later_distance;
    PerLevel<std::uint8_t> cold;
    PerLevel<std::uint8_t> conflict; ///< where those of the level were asked for
};

inline constexpr std::size_t most_chunk_bytes = 8192;

/// Writes 1..chunk_runs runs, in rising position, and returns the number of bytes. `with_lookups`: an element
/// has others than its usual look-ups.
[[nodiscard]] std::size_t encode_chunk(std::span<const Run> runs, bool with_lookups,
                                       std::span<std::byte, most_chunk_bytes> out);

/// Gives elements other numbers: e becomes numbers[e].
void renumber_chunk(std::byte* chunk, std::span<const std::uint16_t> numbers);

/// Hints that a chunk's columns `wanted` will be decoded soon.
void fetch_chunk(const std::byte* chunk, ColumnSet wanted);

/// The runs of a chunk cut to positions `part`; fills what `wanted` needs. `first`: position of its first
/// run; `whole`: all its runs are known to lie inside `part`.
void decode_chunk(const std::byte* chunk, std::uint32_t first, TimeWindow part, bool whole, ColumnSet wanted,
                  DecodedRuns& out);

} // namespace hitmap
