#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/encoding/run.h"
#include "core/profile/query/time_window.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

inline constexpr std::size_t chunk_runs = 256; ///< the number of runs - 1 is stored in a byte
inline constexpr unsigned element_bits = 13;   ///< bits of an element's number in its tile
/// Decoding reads up to this many bytes beyond the end of a chunk (and ignores them).
inline constexpr std::size_t chunk_padding = 8;

/// Columns of up to chunk_runs runs.
struct DecodedRuns {
    template <class T>
    using Values = std::array<T, chunk_runs>;
    template <class T>
    using PerLevel = std::array<Values<T>, cache_levels>;

    std::size_t count = 0;
    Values<std::uint32_t> position; ///< valid if Column::last was requested
    Values<std::uint16_t> element;
    Values<std::uint16_t> length;
    /// False: all misses of the level are 0, and `misses` is not written.
    std::array<bool, cache_levels> has_misses;
    /// The last entry is scratch memory for decoders.
    std::array<std::array<std::uint32_t, chunk_runs + 1>, cache_levels> misses;
    bool has_lookups; ///< false: all elements have their usual look-ups, and `lookups` is not written
    PerLevel<std::uint8_t> lookups;
    /// This and the next two are valid if one of the level's reuse columns was requested.
    PerLevel<std::uint32_t> distance;
    PerLevel<std::uint16_t> later_distance;
    PerLevel<std::uint8_t> cold;
    PerLevel<std::uint8_t> conflict; ///< valid if the level's conflict misses were requested
};

/// A chunk is always smaller: all columns together take less than 32 bytes per run.
inline constexpr std::size_t most_chunk_bytes = 8192;

/// Writes 1 to chunk_runs runs, sorted by position, and returns the number of bytes. `with_lookups`: some
/// element does not have its usual look-ups.
[[nodiscard]] std::size_t encode_chunk(std::span<const Run> runs, bool with_lookups,
                                       std::span<std::byte, most_chunk_bytes> out);

/// Renumbers elements: e becomes numbers[e].
void renumber_chunk(std::byte* chunk, std::span<const std::uint16_t> numbers);

/// Prefetches the columns `wanted` of a chunk that will be decoded soon.
void fetch_chunk(const std::byte* chunk, ColumnSet wanted);

/// Decodes the runs of a chunk, cut to the positions of `part`, and fills the columns that `wanted` needs.
/// @param first  position of the first run of the chunk
/// @param whole  all runs of the chunk are known to lie inside `part`
void decode_chunk(const std::byte* chunk, std::uint32_t first, TimeWindow part, bool whole, ColumnSet wanted,
                  DecodedRuns& out);

} // namespace hitmap
