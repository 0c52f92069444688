#pragma once

#include <cstdint>

namespace hitmap {

/// How many ways a set has, as far as it is known when a cache is compiled. With few, a set is searched and
/// ordered in a word or two; what is quick with many is another thing.
enum class WayRange : std::uint8_t { any, few, many };

inline constexpr std::uint64_t few_ways = 16;

[[nodiscard]] constexpr WayRange way_range_of(std::uint64_t ways) {
    return ways <= few_ways ? WayRange::few : WayRange::many;
}
/// Asks for the number of ways only where `range` leaves that open.
template <WayRange range>
[[nodiscard]] constexpr bool is_few(std::uint64_t ways) {
    return range == WayRange::any ? ways <= few_ways : range == WayRange::few;
}

} // namespace hitmap
