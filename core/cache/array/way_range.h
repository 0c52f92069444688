#pragma once

#include <cstdint>
#include <type_traits>

namespace hitmap {

/// How many ways a set has, as far as it is known when a cache is compiled. With few, a set is searched and
/// ordered in a word or two; what is quick with more is another thing, and all SMs' caches together are small
/// where a byte holds the number of a way.
enum class WayRange : std::uint8_t { any, few, in_byte, many };

inline constexpr std::uint64_t few_ways = 16;
inline constexpr std::uint64_t most_ways_in_byte = 255; ///< so that one number is left for none of them

[[nodiscard]] constexpr WayRange way_range_of(std::uint64_t ways) {
    if (ways <= few_ways) return WayRange::few;
    return ways <= most_ways_in_byte ? WayRange::in_byte : WayRange::many;
}
/// What holds the number of a way.
template <WayRange range>
using WayNumber = std::conditional_t<range == WayRange::in_byte, std::uint8_t, std::uint32_t>;
/// Asks for the number of ways only where `range` leaves that open.
template <WayRange range>
[[nodiscard]] constexpr bool is_few(std::uint64_t ways) {
    return range == WayRange::any ? ways <= few_ways : range == WayRange::few;
}

} // namespace hitmap
