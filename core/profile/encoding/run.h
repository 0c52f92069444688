#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hitmap {

inline constexpr std::size_t cache_levels = 2; ///< [0] is L1, [1] is L2

/// Consecutive accesses of one element of which only the first can have missed. They come from neighbouring
/// lanes that read the same element. The time index stores runs; any part of a run is a run again.
struct Run {
    static constexpr std::uint32_t most_accesses = 256; ///< chunks store length - 1 in a byte

    std::uint32_t position = 0;                         ///< position of the first access
    std::uint16_t element = 0;                          ///< its number in the tile
    std::uint16_t length = 1;                           ///< accesses, 1..most_accesses
    std::array<std::uint32_t, cache_levels> misses{};   ///< misses of the first access, in units of 2^-24
    std::array<std::uint32_t, cache_levels> distance{}; ///< distance of the first access
    std::array<std::uint16_t, cache_levels> later_distance{}; ///< distance of each later access
    std::array<std::uint8_t, cache_levels> lookups{};         ///< look-ups of each access, <= 15
    std::array<std::uint8_t, cache_levels> cold{};            ///< cold look-ups of the first access, <= 15
    std::array<std::uint8_t, cache_levels> conflict{};        ///< conflict misses of the first access, <= 15
};

} // namespace hitmap
